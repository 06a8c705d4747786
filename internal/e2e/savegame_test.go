package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// save takes the file that the menu of a game for one gives.
func (p *page) save() (file []byte) {
	p.t.Helper()
	eval[bool](p, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			URL.createObjectURL = make;
			const reader = new FileReader();
			reader.onload = () => { window.savedFile = reader.result.split(",")[1]; };
			reader.readAsDataURL(blob);
			return make.call(URL, blob);
		};
		window.savedFile = "";
		return true;
	})()`)
	p.key("Escape", true)
	p.key("Escape", false)
	p.click("Save to a file")
	p.await(10*time.Second, "the file", `window.savedFile !== ""`)
	file, err := base64.StdEncoding.DecodeString(eval[string](p, "window.savedFile"))
	if err != nil {
		p.t.Fatal(err)
	}
	return file
}

// open gives the dialog of games for one a file.
func (p *page) open(file []byte) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const input = document.querySelector('dialog input[type="file"]');
		const files = new DataTransfer();
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "game.lmp"));
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
		return true;
	})()`, base64.StdEncoding.EncodeToString(file)))
}

// played plays a saved game natively and returns its hashes by tic.
func played(t *testing.T, file []byte) (hashes []string) {
	t.Helper()
	d, err := demo.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	data := testwads.IWAD(t, "freedoom1")
	content, err := engine.Load("", engine.WAD{Name: "freedoom1", Data: data, Sum: sha256.Sum256(data)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(content, d.Params)
	if err != nil {
		t.Fatal(err)
	}
	for tic, cmds := range d.Tics {
		if _, err := e.Step(&lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: 1, Cmds: cmds}); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, fmt.Sprintf("%016x", e.Hash()))
	}
	return hashes
}

// TestSavedGameGoesOn saves a game for one, goes on with what the browser kept
// of it, also after another game, and then with the file, and never loses a tic.
func TestSavedGameGoesOn(t *testing.T) {
	beside(t, 1)
	host := start(t)
	p := open(t, browserFor(t), "alone", host.page(strangeName))
	alone := func() {
		t.Helper()
		p.await(20*time.Second, "the lobby", `document.querySelector(".lobby")?.checkVisibility()`)
		p.click("Play alone")
	}
	inGame := func(tic int) {
		t.Helper()
		p.await(60*time.Second, "the game", fmt.Sprintf(`window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo" && window.doomhost.tic > %d`, tic))
	}
	alone()
	asks := func() bool { return eval[bool](p, `!dispatchEvent(new Event("beforeunload", { cancelable: true }))`) }
	p.click("Play")
	inGame(20)
	if asks() {
		t.Error("the page asks before it closes, though nothing was played")
	}
	drive(13*time.Second, p)
	inGame(12 * ticsASecond)
	if !asks() {
		t.Error("the page closes without a question")
	}
	first := p.save()
	hashes := played(t, first)
	if len(hashes) < 10*ticsASecond {
		t.Fatalf("%d tics were saved", len(hashes))
	}
	compare := func(what string, hashes []string, from int) {
		t.Helper()
		seen := p.hashes(from)
		n := 0
		for tic := from; tic < len(hashes); tic++ {
			if seen[tic] == "" {
				continue
			}
			if n++; seen[tic] != hashes[tic] {
				t.Fatalf("%s: after tic %d the page's state is %s, the file's %s", what, tic, seen[tic], hashes[tic])
			}
		}
		if n < 2*ticsASecond {
			t.Errorf("%s: only %d tics compared", what, n)
		}
	}
	compare("the first part", hashes, 0)

	// The browser kept it, too.
	p.click("Leave the game")
	alone()
	again := `[...document.querySelectorAll("dialog button")].find((b) => b.textContent.startsWith("Go on: E1M1, "))`
	p.await(10*time.Second, "the last game", again+"?.checkVisibility()")
	keep(t, p, "alone.png")
	p.click(eval[string](p, again+".textContent"))
	inGame(len(hashes))
	drive(4*time.Second, p)
	inGame(len(hashes) + 3*ticsASecond)
	second := p.save()
	more := played(t, second)
	compare("going on", more, len(hashes))
	if len(more) <= len(hashes) || more[len(hashes)-1] != hashes[len(hashes)-1] {
		t.Fatalf("the second file has %d tics, the first %d, and does not begin with them", len(more), len(hashes))
	}

	// A second, short game does not lose the first, and who goes on with that goes
	// on in it.
	p.click("Leave the game")
	alone()
	p.click("Play")
	inGame(20)
	drive(11*time.Second, p)
	inGame(11 * ticsASecond) // one of less than ten seconds is not kept
	p.leave()
	alone()
	games := `[...document.querySelectorAll("dialog .kept button")]`
	p.await(10*time.Second, "both games", games+`.length === 2`)
	keep(t, p, "kept.png")
	p.click(eval[string](p, games+"[1].textContent"))
	inGame(len(more) + 2*ticsASecond)
	p.leave()
	alone()
	p.await(10*time.Second, "the first game, played last", fmt.Sprintf(`%[1]s.length === 2 && parseInt(%[1]s[0].textContent.split(", ")[1]) >= %[2]d`, games, len(more)/ticsASecond+2))

	// Elsewhere there is only the file.
	p.click(eval[string](p, games+"[0].textContent"))
	inGame(len(more))
	eval[bool](p, `(() => { indexedDB.deleteDatabase("doomhost"); return true; })()`)
	p.leave()
	alone()
	p.open([]byte("no game"))
	p.await(5*time.Second, "the refusal", `document.querySelector("dialog .note").textContent.includes("not a saved game")`)
	p.open(second)
	inGame(len(more))
	drive(3*time.Second, p)
	third := played(t, p.save())
	compare("the file", third, len(more))
	if len(third) <= len(more) || third[len(more)-1] != more[len(more)-1] {
		t.Error("the third file does not begin with the second")
	}
}
