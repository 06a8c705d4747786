package e2e

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// lump is what is in a lump of a game.
func lump(t *testing.T, game, name string) []byte {
	t.Helper()
	set := testwads.Set(t, game)
	n, ok := set.Find(name)
	if !ok {
		t.Fatalf("%s has no %s", game, name)
	}
	return set.Lump(n)
}

// demoHashes plays a demo of another program natively, and returns its hashes by tic.
func demoHashes(t *testing.T, game string, file []byte) (hashes []string) {
	t.Helper()
	d, err := demo.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	data := testwads.IWAD(t, game)
	content, err := engine.Load("", engine.WAD{Name: game, Data: data, Sum: sha256.Sum256(data)})
	if err != nil {
		t.Fatal(err)
	}
	d.Params.Overruns = true
	e, err := engine.New(content, d.Params)
	if err != nil {
		t.Fatal(err)
	}
	playing := e.InGame()
	for tic, cmds := range d.Tics {
		if _, err := e.Step(&lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: playing, Cmds: cmds}); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, fmt.Sprintf("%016x", e.Hash()))
	}
	return hashes
}

// demoDialog waits for the dialog before a demo, with all of the words in it.
func (p *page) demoDialog(words ...string) {
	p.t.Helper()
	const at = `document.querySelector('dialog[aria-label="Watch a demo"]')`
	p.await(30*time.Second, "the demo's dialog", at+".open")
	text := eval[string](p, at+".innerText")
	for _, w := range words {
		if !strings.Contains(text, w) {
			p.t.Errorf("%s: %q is not in %q", p.name, w, text)
		}
	}
}

// replays says that the page shows a recording.
const replays = `window.doomhost.at === "game" && window.doomhost.screen.game.role === "replay"`

// TestForeignDemosAreWatched opens demos of another program as files, by the button and
// dropped on the page, in both browsers: those of both of Freedoom's games find the game
// that has their map, and go as the native engine has them up to their end; seeking finds
// the state of each place.
func TestForeignDemosAreWatched(t *testing.T) {
	host := start(t)
	chromium := open(t, newBrowser(t), "chromium", host.url(strangeName)+"/?debug")
	firefox := newFirefox(t).open(t, "firefox", host.url(strangeName)+"/?debug", "")
	first, second := lump(t, "freedoom1", "DEMO1"), lump(t, "freedoom2", "DEMO1")
	for i, c := range []struct {
		*page
		game, title, where string
		file               []byte
	}{
		{chromium, "freedoom1", "Phase 1", "E", first},
		{firefox, "freedoom2", "Phase 2", "MAP", second},
	} {
		p := c.page
		want := demoHashes(t, c.game, c.file)
		p.awaitSeat(i)
		if i == 0 {
			p.openRecording("first.LMP", c.file)
		} else {
			p.drop(map[string][]byte{"second.lmp": c.file})
		}
		p.demoDialog(": Recorded with Doom 1.9", c.where)
		keep(t, p, "demo-dialog-"+p.name+".png")
		const chosen = `document.querySelector('dialog[aria-label="Watch a demo"] select').selectedOptions[0].text`
		if got := eval[string](p, chosen); !strings.Contains(got, c.title) {
			t.Errorf("%s: it would be shown with %s", p.name, got)
		}
		p.click("Watch")
		p.await(60*time.Second, "the demo", replays+` && window.doomhost.tic > 40`)
		eval[bool](p, `(() => { const s = document.querySelector(".replay-speed"); s.value = "8";
			s.dispatchEvent(new Event("change")); return true; })()`)
		p.await(120*time.Second, "the demo's end", fmt.Sprintf("window.doomhost.tic === %d", len(want)-1))
		got := p.hashes(0)
		for tic, hash := range want {
			if got[tic] != hash {
				t.Fatalf("%s: after tic %d the state's hash is %s, the native engine's %s", p.name, tic, got[tic], hash)
			}
		}
		keep(t, p, "demo-watched-"+p.name+".png")
		for _, at := range []int{len(want) / 2, 3, len(want) * 3 / 4, len(want)} {
			p.scrub(at)
			tic := p.tic()
			if got := p.hashes(0)[tic]; got != want[tic] {
				t.Errorf("%s: sought tic %d, the state's hash is %s, the native engine's %s", p.name, tic, got, want[tic])
			}
		}
		if eval[bool](p, `document.querySelector(".replay-early").checkVisibility()`) {
			t.Errorf("%s: it is said to end early", p.name)
		}
		p.click("Close")
		p.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby"`)

		refusals(t, p, c.file)
	}
}

// refusals opens demos that are not played: each is refused by the name of its program.
func refusals(t *testing.T, p *page, file []byte) {
	t.Helper()
	for _, c := range []struct {
		version byte
		words   []string
	}{
		{2, []string{"Doom 1.2 or older", "play it with that version"}},
		{110, []string{"TASDoom", "play it with the program that recorded it"}},
		{202, []string{"Boom", "play it with that port"}},
		{203, []string{"MBF", "play it with that port"}},
		{255, []string{"DSDA-Doom", "play it with that port"}},
		{'f', []string{"no demo of a known program"}},
	} {
		other := append([]byte{c.version}, file[1:]...)
		p.openRecording("other.lmp", other)
		p.refused(append(c.words, "other.lmp")...)
	}
	p.drop(map[string][]byte{"short.lmp": file[:9]})
	p.refused("short.lmp", "9 bytes")
}

// recordingOf is the recording of internal/replay's tests, of 5,000 tics in several runs, as
// one of that game.
func recordingOf(t *testing.T, game string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "replay", "testdata", "version2.dhr"))
	if err != nil {
		t.Fatal(err)
	}
	const magic, head, tail = 8, 5, 4 // a record's kind and length, and its sum
	end := magic + head + int(binary.LittleEndian.Uint32(file[magic+1:]))
	var header map[string]any
	if err := json.Unmarshal(file[magic+head:end], &header); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(testwads.IWAD(t, game))
	header["params"].(map[string]any)["wadId"] = hex.EncodeToString(sum[:])
	header["wads"] = []string{game + ".wad"}
	header["slots"] = []int{0, 1, 2, 3}
	payload, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	record := binary.LittleEndian.AppendUint32([]byte{file[magic]}, uint32(len(payload)))
	record = append(record, payload...)
	record = binary.LittleEndian.AppendUint32(record, crc32.Checksum(record, crc32.MakeTable(crc32.Castagnoli)))
	return slices.Concat(file[:magic], record, file[end+tail:])
}

// TestFilesThatEndEarlySaySo opens a recording that is cut off, one that is damaged, and a
// demo without its end marker: all play to where they go, and say when that is from the
// first moment on. A whole recording says nothing.
func TestFilesThatEndEarlySaySo(t *testing.T) {
	recording, lmp := recordingOf(t, "freedoom1"), lump(t, "freedoom1", "DEMO1")
	const recorded = 5000
	host := start(t)
	p := open(t, newBrowser(t), "early", host.url(strangeName)+"/?debug")
	p.awaitSeat(0)
	watched := func() (tics int, words string) {
		t.Helper()
		p.await(60*time.Second, "the replay", replays+` && window.doomhost.screen.game.replay && window.doomhost.tic > 40`)
		tics = eval[int](p, "window.doomhost.screen.game.replay.tics")
		words = eval[string](p, `document.querySelector(".replay-early").innerText`)
		keep(t, p, fmt.Sprintf("file-of-%d-tics.png", tics))
		p.scrub(tics)
		p.await(30*time.Second, "its end", fmt.Sprintf("window.doomhost.tic === %d", tics-1))
		p.click("Close")
		p.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
		return tics, words
	}
	early := func(what string, most int) (tics int) {
		t.Helper()
		tics, words := watched()
		at := fmt.Sprintf("This file ends early, at %d:%02d", tics/ticsASecond/60, tics/ticsASecond%60)
		if tics >= most || !strings.HasPrefix(words, at) {
			t.Errorf("%s with %d tics of %d: it says %q", what, tics, most, words)
		}
		return tics
	}
	p.openRecording("whole.dhr", recording)
	if tics, words := watched(); tics != recorded || words != "" {
		t.Errorf("a whole recording has %d tics, and says %q", tics, words)
	}
	p.openRecording("cut.dhr", recording[:len(recording)/2])
	early("a recording that is cut off", recorded)
	damaged := slices.Clone(recording)
	damaged[len(damaged)/2] ^= 0x55
	p.openRecording("damaged.dhr", damaged)
	early("a recording that is damaged", recorded)
	p.openRecording("cut.lmp", lmp[:13+4*700])
	p.demoDialog("no end marker")
	p.click("Watch")
	if n := early("a demo that is cut off", 800); n != 700 {
		t.Errorf("%d tics of a demo of 700", n)
	}
}
