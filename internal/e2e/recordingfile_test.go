package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/engine"
	"doomhost/internal/referee"
	"doomhost/internal/replay"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// recordedFile plays a minute on a host, and takes the recording's file from it.
func recordedFile(t *testing.T) []byte {
	t.Helper()
	host := start(t, "--limit-rate", "-1")
	player := idle(t, host)
	player.cmd = func(tic uint32) lockstep.Ticcmd {
		c := lockstep.Ticcmd{Forward: 25, AngleTurn: int16(tic % 70 * 20)}
		if tic%50 < 10 {
			c.Buttons = lockstep.ButtonAttack
		}
		return c
	}
	if err := player.to(t.Context(), 60*ticsASecond, 8); err != nil {
		t.Fatal(err)
	}
	_ = player.game.Close(websocket.StatusNormalClosure, "") // the host may have closed it before
	var list struct {
		Replays []struct {
			ID      string
			Running bool
		}
	}
	for deadline := time.Now().Add(20 * time.Second); len(list.Replays) != 1 || list.Replays[0].Running; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the host's recordings: %v", list.Replays)
		}
		host.getJSON("/api/replays", &list)
	}
	return host.get("/api/replays/" + list.Replays[0].ID + ".dhr")
}

// recordedHashes plays a recording natively, and returns its hashes by tic.
func recordedHashes(t *testing.T, file []byte) (hashes []string) {
	t.Helper()
	rep, err := replay.Read(bytes.NewReader(file))
	if err != nil || rep.End == nil {
		t.Fatalf("the recording: %v, end %v", err, rep.End)
	}
	data := testwads.IWAD(t, "freedoom1")
	content, err := engine.Load("", engine.WAD{Name: "freedoom1", Data: data, Sum: sha256.Sum256(data)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(content, referee.SimParams(&rep.Params, 1))
	if err != nil {
		t.Fatal(err)
	}
	for b := rep.Bundles(0, rep.Tics()); len(b) > 0; b = b[lockstep.BundleSize:] {
		bundle, _, err := lockstep.DecodeBundle(b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Step(&bundle); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, fmt.Sprintf("%016x", e.Hash()))
	}
	return hashes
}

// hand is JavaScript that makes a DataTransfer with files, by name.
func hand(files map[string][]byte) string {
	var s strings.Builder
	s.WriteString("const files = new DataTransfer();\n")
	for name, data := range files {
		fmt.Fprintf(&s, "files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));\n", base64.StdEncoding.EncodeToString(data), name)
	}
	return s.String()
}

// openRecording gives the recordings' button a file.
func (p *page) openRecording(name string, data []byte) {
	p.t.Helper()
	eval[bool](p, `(() => { `+hand(map[string][]byte{name: data})+`
		const input = document.querySelector('.recorded input[type="file"]');
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
		return true; })()`)
}

// drop drops files on the page, as a hand that drags them over it.
func (p *page) drop(files map[string][]byte) {
	p.t.Helper()
	if !eval[bool](p, `(() => { `+hand(files)+`
		const at = document.querySelector("main h2");
		const send = (type) => at.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
		send("dragenter");
		send("dragover");
		const told = document.querySelector(".drop").checkVisibility();
		send("drop");
		return told && !document.querySelector(".drop").checkVisibility(); })()`) {
		p.t.Errorf("%s: the page did not say that files can be dropped on it", p.name)
	}
}

// refused waits for a notice with all of the words.
func (p *page) refused(words ...string) {
	p.t.Helper()
	p.await(20*time.Second, strings.Join(words, " … "), `window.doomhost.at === "lobby" && document.querySelector(".notice").checkVisibility()`)
	notice := eval[string](p, `document.querySelector(".notice").innerText`)
	for _, w := range words {
		if !strings.Contains(notice, w) {
			p.t.Errorf("%s: %q is not in %q", p.name, w, notice)
		}
	}
	keep(p.t.(*testing.T), p, "file-refused-"+p.name+".png")
	p.click("OK")
	p.await(5*time.Second, "no notice", `!document.querySelector(".notice").checkVisibility()`)
}

// TestRecordingFileIsOpenedAgain takes a recording's file to a host that does not know
// it, and watches it there in both browsers, as a guest, by the button and dropped on
// the page: every tic has the state that it had, and so has every place that is sought.
func TestRecordingFileIsOpenedAgain(t *testing.T) {
	beside(t, 1)
	file := recordedFile(t)
	want := recordedHashes(t, file)
	host := start(t)
	chromium := open(t, newBrowser(t), "chromium", host.url(strangeName)+"/?debug")
	firefox := newFirefox(t).open(t, "firefox", host.url(strangeName)+"/?debug", "")
	for i, p := range []*page{chromium, firefox} {
		p.awaitSeat(i)
		if i == 0 {
			p.openRecording("game.dhr", file)
		} else {
			p.drop(map[string][]byte{"Game.DHR": file})
		}
		p.await(60*time.Second, "the replay", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "replay" && window.doomhost.tic > 40`)
		for tic, got := range p.hashes(0) {
			if got != want[tic] {
				t.Fatalf("%s: after tic %d the state's hash is %s, it was %s", p.name, tic, got, want[tic])
			}
		}
		p.click("Pause")
		for _, at := range []int{len(want), len(want) / 2, 3, len(want) * 3 / 4, len(want)} {
			p.scrub(at)
			tic := p.tic()
			if got := p.hashes(0)[tic]; got != want[tic] {
				t.Errorf("%s: at tic %d the state's hash is %s, it was %s", p.name, tic, got, want[tic])
			}
		}
		p.await(10*time.Second, "the recording's end", fmt.Sprintf("window.doomhost.tic === %d", len(want)-1))
		if got := p.hashes(0)[len(want)-1]; got != want[len(want)-1] {
			t.Errorf("%s: at the end the state's hash is %s, it was %s", p.name, got, want[len(want)-1])
		}
		keep(t, p, "file-played-"+p.name+".png")
		p.click("Close")
		p.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
		keep(t, p, "file-lobby-"+p.name+".png")
		p.openRecording("cake.dhr", []byte("flour, eggs"))
		p.refused("cake.dhr", "no recording of doomhost")
		p.drop(map[string][]byte{"picture.png": {1}})
		p.refused("picture.png", ".dhr", ".lmp")
		p.drop(map[string][]byte{"a.dhr": file, "b.dhr": file})
		p.refused("one file at a time")
	}
}

// otherGame is a recording's file that names another game by its SHA-256.
func otherGame(t *testing.T, file []byte) (changed []byte, sum string) {
	t.Helper()
	const head = 8 + 5 // the magic, and a record's kind and length
	end := head + int(binary.LittleEndian.Uint32(file[9:]))
	was := sha256.Sum256(testwads.IWAD(t, "freedoom1"))
	sum = strings.Repeat("0123", 16)
	changed = bytes.Replace(file, []byte(hex.EncodeToString(was[:])), []byte(sum), 1)
	if bytes.Equal(changed[:end], file[:end]) {
		t.Fatal("the header does not name the game")
	}
	binary.LittleEndian.PutUint32(changed[end:], crc32.Checksum(changed[8:end], crc32.MakeTable(crc32.Castagnoli)))
	return changed, sum
}

// TestRecordingFileNamesWhatIsMissing opens a recording of a game that the host has not.
func TestRecordingFileNamesWhatIsMissing(t *testing.T) {
	beside(t, 1)
	file, sum := otherGame(t, recordedFile(t))
	host := start(t)
	p := open(t, newBrowser(t), "missing", host.url(strangeName))
	p.awaitSeat(0)
	p.openRecording("game.dhr", file)
	p.refused("game.dhr", "freedoom1.wad", sum[:12], "WAD folder")
}
