package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"doomhost/engine/sim"
	"doomhost/internal/testkit/testfiles"
	"doomhost/internal/testkit/testwads"
)

// goldenDir holds the recorded runs: runs.tsv lists them, beside it stand the
// inputs and for each tic a digest of what a reference engine came to. Written by
// doomtrace --golden FOLDER --write-golden engine/testdata/golden.
var goldenDir = filepath.Join("..", "testdata", "golden")

// builds are the WADs that the runs were recorded on (Debian's freedoom and
// freedm 0.12.1-2). Other builds of the same release differ in their maps.
var builds = map[string]string{
	"freedoom1": "84c3a912f2973892a8025d09d65f5053b1ee2304968a5a172526d683a185b885",
	"freedoom2": "c72de2af7e2d0c17f6213e751a167e2f1913278aaf37ae6957854fe3cd6588ca",
	"freedm":    "f8fddaa129c03d6898eca9111ce139310335952b7b133090a369b153b8f92efe",
}

// TestGoldenRuns replays every recorded run and compares each tic with what the
// reference engine came to.
func TestGoldenRuns(t *testing.T) {
	runs := goldenRuns(t)
	contents := map[string]*sim.Content{}
	tics := 0
	for _, r := range runs {
		if key := r.IWAD + " " + r.PWAD; contents[key] == nil {
			contents[key] = goldenContent(t, r.IWAD, r.PWAD)
		}
		tics += r.Tics
	}
	if tics < 500_000 {
		t.Fatalf("%d golden tics, want at least 500,000", tics)
	}
	for _, r := range runs {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			replayGolden(t, contents[r.IWAD+" "+r.PWAD], &r)
		})
	}
}

// goldenRuns are the recorded runs.
func goldenRuns(t testing.TB) []Run {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(goldenDir, "runs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := ParseRuns(index)
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) == 0 {
		t.Fatal("no golden runs are listed")
	}
	return runs
}

func goldenContent(t testing.TB, iwad, pwad string) *sim.Content {
	t.Helper()
	data := testwads.IWAD(t, iwad)
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != builds[iwad] {
		t.Fatalf("%s is another build than the one that the golden runs were recorded on: "+
			"install Debian's freedoom and freedm 0.12.1-2, or put their WADs into a folder and set DOOMWADDIR to it",
			testwads.Path(t, iwad))
	}
	var pwads []string
	if pwad != "" {
		pwads = append(pwads, pwad)
	}
	c, _, err := sim.LoadContent(testwads.Set(t, iwad, pwads...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func replayGolden(t *testing.T, content *sim.Content, r *Run) {
	in := goldenInput(t, content, r)
	packed, err := os.ReadFile(filepath.Join(goldenDir, "digests", r.Name+".bin"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := ParseDigests(packed)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != r.Tics || len(in.Tics) != r.Tics || r.Tics == 0 {
		t.Fatalf("%d tics of input and %d digests, want %d", len(in.Tics), len(want), r.Tics)
	}
	replay, err := NewReplay(content, in, r.Lines)
	if err != nil {
		t.Fatal(err)
	}
	var got Digests
	for {
		tic, ok, err := replay.Step()
		if err != nil {
			t.Fatalf("tic %d: %v", tic, err)
		}
		if !ok {
			break
		}
		if d := got.Add(replay.Line()); d != want[tic] {
			t.Fatalf("tic %d is the first that differs: %s", tic, replay.Line())
		}
	}
	if got.Sum != r.Sum {
		t.Fatalf("digest at the end %x, want %x", got.Sum, r.Sum)
	}
}

func goldenInput(t testing.TB, content *sim.Content, r *Run) *Input {
	t.Helper()
	var file []byte
	switch {
	case r.TicLog:
		file = testfiles.Unpack(t, filepath.Join(goldenDir, "ticlogs", r.Name+".ticlog.gz"))
	case r.Demo == "":
		file = testfiles.Unpack(t, filepath.Join(goldenDir, "demos", r.Name+".lmp.gz"))
	}
	in, err := r.Input(file, func(name string) []byte {
		n, ok := content.Set.Find(name)
		if !ok {
			t.Fatalf("no lump %s in %s", name, r.IWAD)
		}
		return content.Set.Lump(n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}
