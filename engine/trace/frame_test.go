package trace

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"doomhost/engine/sim"
)

// memoryShows are pictures of which one pixel is what lay in the reference's
// memory behind the end of a patch: no engine can know it. Their view is not
// compared.
var memoryShows = map[string]int{
	// Column 84, row 46: row 63 of STEPTOP, which has 16. That is 24 bytes behind the
	// patch, the lowest byte of an address in the header of the next block of memory.
	"freedoom1-e1m8-nm-4p-nomon": 2520,
	// Column 273, row 107: row -1 of a sprite's post, 119 bytes behind the patch.
	"freedoom1-e2m6-itytd-3p": 210,
}

// TestGoldenFrames draws every run of which pictures were recorded, and compares
// what the console player sees with them: the whole screen.
func TestGoldenFrames(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(goldenDir, "frames.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	digests, err := ParseFrameDigests(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(digests) < 900 {
		t.Fatalf("%d golden pictures, want at least 900", len(digests))
	}
	byRun := map[string][]FrameDigest{}
	for _, d := range digests {
		byRun[d.Run] = append(byRun[d.Run], d)
	}
	contents := map[string]*sim.Content{}
	played := 0
	for _, r := range goldenRuns(t) {
		want := byRun[r.Name]
		if len(want) == 0 {
			continue
		}
		played++
		key := r.IWAD + " " + r.PWAD
		if contents[key] == nil {
			contents[key] = goldenContent(t, r.IWAD, r.PWAD)
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			drawGolden(t, contents[key], &r, want)
		})
	}
	if played != len(byRun) {
		t.Fatalf("%d runs have pictures, %d of them are in the index", len(byRun), played)
	}
}

func drawGolden(t *testing.T, content *sim.Content, r *Run, want []FrameDigest) {
	replay, err := NewReplay(content, goldenInput(t, content, r), Lines{})
	if err != nil {
		t.Fatal(err)
	}
	screen, err := NewScreen(content, replay.Game.Console)
	if err != nil {
		t.Fatal(err)
	}
	for len(want) > 0 {
		tic, ok, err := replay.Step()
		if err != nil || !ok {
			t.Fatalf("the run ends at tic %d, before the picture of tic %d: %v", tic, want[0].GameTic, err)
		}
		// Each tic is drawn: the fuzz goes on with every picture.
		frame := screen.Draw(replay.Game)
		if frame.GameTic != want[0].GameTic {
			continue
		}
		got := frame.Digest(r.Name)
		if memoryShows[r.Name] == got.GameTic {
			got.Bands[1] = want[0].Bands[1]
		}
		if got != want[0] {
			t.Errorf("picture of tic %d: %s, want %s", tic, FormatFrameDigests([]FrameDigest{got})[len(frameDigestHeader)+1:],
				FormatFrameDigests(want[:1])[len(frameDigestHeader)+1:])
		}
		want = want[1:]
	}
}

func TestFramesRoundTripAndEveryTruncationIsAnError(t *testing.T) {
	f := Frame{GameTic: 70_000, State: 2, Palette: 13, Pix: bytes.Repeat([]byte{1, 2, 3, 4}, framePixels/4)}
	data := AppendFrame(AppendFrame(nil, &f), &f)
	frames, err := ParseFrames(data)
	if err != nil || len(frames) != 2 {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	if g := frames[1]; g.GameTic != f.GameTic || g.State != f.State || g.Palette != f.Palette || !bytes.Equal(g.Pix, f.Pix) {
		t.Fatalf("got frame %d %d %d", g.GameTic, g.State, g.Palette)
	}
	for _, n := range []int{1, frameHeader, frameRecord - 1, frameRecord + 1} {
		if _, err := ParseFrames(data[:n]); err == nil {
			t.Errorf("%d bytes were read as frames", n)
		}
	}
}

func TestFrameDigestsRoundTrip(t *testing.T) {
	digests := []FrameDigest{
		{Run: "a-run", GameTic: 105, State: 1, Palette: 13, Bands: [3]uint32{1, 0xfffffffe, 0}},
		{Run: "another", GameTic: 1},
	}
	got, err := ParseFrameDigests(FormatFrameDigests(digests))
	if err != nil || len(got) != 2 || got[0] != digests[0] || got[1] != digests[1] {
		t.Fatalf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "run\n", frameDigestHeader + "\nx\t1\t2\n", frameDigestHeader + "\nx\t1\t2\t3\tg\th\ti\n"} {
		if _, err := ParseFrameDigests([]byte(bad)); err == nil {
			t.Errorf("%q was read as digests", bad)
		}
	}
}
