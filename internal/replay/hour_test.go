package replay

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/internal/referee"
	"doomhost/internal/testkit/testfiles"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// TestHourOfPlayIsSmall replays the input of four real players from recorded games, one game
// after the other, with the consistancies that their clients would have sent. It measures
// how much memory and disk an hour of play takes.
func TestHourOfPlayIsSmall(t *testing.T) {
	t.Parallel()
	const wanted = 30_000 // tics; an hour has four times as many
	paths, err := filepath.Glob(filepath.Join("..", "..", "engine", "testdata", "golden", "demos", "freedoom1-e*-4p*.lmp.gz"))
	if err != nil || len(paths) < 5 {
		t.Fatalf("recorded games of four: %v, %v", paths, err)
	}
	content, err := engine.Load("test", engine.WAD{Name: "freedoom1", Data: testwads.IWAD(t, "freedoom1")})
	if err != nil {
		t.Fatal(err)
	}
	log := relay.NewLog(nil)
	path := filepath.Join(t.TempDir(), "hour"+extension)
	w, err := create(path, &Header{Params: wire.DefaultParams()})
	if err != nil {
		t.Fatal(err)
	}
	var run []byte
	snapshots := 0
	for n := 0; log.Frontier() < wanted; n++ {
		d := readDemo(t, paths[n%len(paths)])
		d.Params.NetGame = true
		e, err := engine.New(content, d.Params)
		if err != nil {
			t.Fatal(err)
		}
		for tic := range d.Tics {
			b := lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: lockstep.AllSlots, Cmds: d.Tics[tic]}
			for slot := range b.Cmds {
				b.Cmds[slot].Consistancy = e.Consistancy(slot, b.Tic)
			}
			if _, err := e.Step(&b); err != nil {
				t.Fatal(err)
			}
			b.Tic = log.Frontier()
			if err := log.Append(&b); err != nil {
				t.Fatal(err)
			}
			if run = lockstep.AppendBundle(run, &b); len(run) == runTics*lockstep.BundleSize {
				if err := w.tics(run); err != nil {
					t.Fatal(err)
				}
				run = run[:0]
			}
			if log.Frontier()%seekTics == 0 {
				snapshots++
				if err := w.snapshot(referee.Snapshot{Tic: log.Frontier(), Packed: pack(t, e.Save(nil))}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for log.Pack() {
	}
	packed, tics := log.PackedBytes()
	const hour = 3600 * lockstep.TicRate
	inMemory := float64(packed) / float64(tics) * hour / 1e6
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	onDisk := float64(info.Size()) / float64(log.Frontier()) * hour / 1e6
	t.Logf("an hour of four players: %.2f MB in memory, %.2f MB on disk with a snapshot every %v", inMemory, onDisk, seekTics/lockstep.TicRate*time.Second)
	if tics < wanted/2 || inMemory > 2 {
		t.Errorf("an hour costs %.2f MB in memory, at most 2 are wanted", inMemory)
	}
	if snapshots < 30 || onDisk > 15 {
		t.Errorf("an hour costs %.2f MB on disk, at most 15 are wanted", onDisk)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

func readDemo(t *testing.T, path string) *demo.Demo {
	t.Helper()
	d, err := demo.Parse(testfiles.Unpack(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func pack(t *testing.T, state []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(state); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
