package replay

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"doomhost/internal/referee"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// sample writes a file with the given number of tics in uneven runs, with snapshots between
// the runs. It returns the file and its bundles.
func sample(t testing.TB, tics int) (file, bundles []byte) {
	t.Helper()
	dice := rand.New(rand.NewPCG(uint64(tics), 1))
	var x [lockstep.NumSlots]int16
	for tic := range lockstep.Tic(tics) {
		b := lockstep.Bundle{Tic: tic, InGame: 5}
		if tic%100 > 90 {
			b.Filled = 1
		}
		for slot := range b.Cmds {
			x[slot] += int16(dice.IntN(20))
			b.Cmds[slot] = lockstep.Ticcmd{Forward: 25, AngleTurn: int16(dice.IntN(1 << 16)), Consistancy: x[slot], Chat: byte(tic % 50 / 49)}
		}
		bundles = lockstep.AppendBundle(bundles, &b)
	}
	path := filepath.Join(t.TempDir(), "sample"+extension)
	w, err := create(path, &Header{Version: "v", Engine: "e", Started: time.Unix(1e9, 0).UTC(), Params: wire.DefaultParams()})
	if err != nil {
		t.Fatal(err)
	}
	for rest := bundles; len(rest) > 0; {
		n := min(len(rest), (1+dice.IntN(60))*lockstep.BundleSize)
		if err := w.tics(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
		if dice.IntN(3) == 0 {
			if err := w.snapshot(referee.Snapshot{Tic: w.next, Packed: []byte("state")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.end(&End{Tics: tics}); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return file, bundles
}

func TestFileHoldsEveryBit(t *testing.T) {
	file, bundles := sample(t, 2000)
	rep, err := Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(rep.Bundles(0, MaxTics), bundles) || rep.End == nil || rep.Version != "v" || len(rep.Snapshots) < 10 {
		t.Errorf("%d tics, %d snapshots, end %v", rep.Tics(), len(rep.Snapshots), rep.End)
	}
	if s, ok := rep.Before(1000); !ok || s.Tic > 1000 || s.Tic < 500 {
		t.Errorf("before tic 1000: snapshot of %d, %v", s.Tic, ok)
	}
}

// A crashed host may leave a file that ends at any byte.
func TestFileThatIsCutOffIsReadUpToThere(t *testing.T) {
	file, bundles := sample(t, 300)
	whole, before := 0, 0
	for cut := range len(file) {
		rep, err := Read(bytes.NewReader(file[:cut]))
		if err != nil {
			if whole > 0 {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		whole++
		if rep.Tics() < before {
			t.Fatalf("cut at %d: %d tics, %d before that", cut, rep.Tics(), before)
		}
		before = rep.Tics()
		if !bytes.Equal(rep.Bundles(0, MaxTics), bundles[:rep.Tics()*lockstep.BundleSize]) {
			t.Fatalf("cut at %d: the %d tics are not those that were written", cut, rep.Tics())
		}
		if n := tics(t, file[:cut]); n != rep.Tics() {
			t.Fatalf("cut at %d: counted %d tics of %d", cut, n, rep.Tics())
		}
	}
	if before != 300 {
		t.Errorf("at last %d tics", before)
	}
}

// tics returns how many tics a store finds in a file without unpacking anything.
func tics(t testing.TB, file []byte) int {
	t.Helper()
	s, id := shelve(t, file)
	rec, f, err := s.open(id)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	return rec.tics
}

func TestFileWithAWrongByteIsReadUpToThere(t *testing.T) {
	file, bundles := sample(t, 300)
	for at := 0; at < len(file); at += 7 {
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x10
		rep, err := Read(bytes.NewReader(damaged))
		if err != nil {
			continue // the header
		}
		if !bytes.HasPrefix(bundles, rep.Bundles(0, MaxTics)) {
			t.Fatalf("byte %d wrong: tics that nobody wrote", at)
		}
	}
}

func TestStrangeFilesAreRefusedInWords(t *testing.T) {
	file, _ := sample(t, 10)
	newer := bytes.Clone(file)
	newer[4] = version + 1
	for name, data := range map[string][]byte{"empty": {}, "other": []byte("RIFF...."), "only magic": file[:8]} {
		if _, err := Read(bytes.NewReader(data)); err == nil || !bytes.Contains([]byte(err.Error()), []byte("no replay")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(bytes.NewReader(newer)); err != ErrVersion {
		t.Errorf("a newer one: %v", err)
	}
}

// resealed returns data with every record's checksum corrected. A person who forges a file
// can correct the checksums, but a fuzzer cannot.
func resealed(data []byte) []byte {
	data = bytes.Clone(data)
	for at := magicSize; at+recordHead+recordTail <= len(data); {
		end := uint64(at) + recordHead + uint64(binary.LittleEndian.Uint32(data[at+1:]))
		if end+recordTail > uint64(len(data)) {
			break
		}
		binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[at:end], castagnoli))
		at = int(end) + recordTail
	}
	return data
}

// pieces reads a file piece by piece and checks that the tics are in order.
func pieces(t testing.TB, data []byte) {
	s, id := shelve(t, data)
	rec, f, err := s.open(id)
	if err != nil {
		return
	}
	defer f.Close() //nolint:errcheck // only read
	for first := 0; first < rec.tics; first += 1 + rec.tics/5 {
		got, err := s.bundles(t.Context(), rec, f, nil, first, first+7)
		if err != nil {
			t.Fatal(err)
		}
		for tic := first; len(got) > 0; tic++ {
			b, n, err := lockstep.DecodeBundle(got)
			if err != nil || int(b.Tic) != tic {
				t.Fatalf("tic %d: %+v, %v", tic, b, err)
			}
			got = got[n:]
		}
		_, _, _ = rec.snapshot(f, first, func(int) error { return nil })
	}
}

// FuzzRead gives the reader arbitrary data. The reader must return whole bundles in order,
// or an error.
func FuzzRead(f *testing.F) {
	file, _ := sample(f, 200)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = resealed(data)
		pieces(t, data)
		rep, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for tic := range rep.Tics() {
			b, n, err := lockstep.DecodeBundle(rep.Bundles(tic, tic+1))
			if err != nil || n != lockstep.BundleSize || int(b.Tic) != tic {
				t.Fatalf("tic %d: %+v, %v", tic, b, err)
			}
		}
		for i, s := range rep.Snapshots {
			if int(s.Tic) > rep.Tics() || i > 0 && s.Tic <= rep.Snapshots[i-1].Tic {
				t.Fatalf("snapshot %d of tic %d", i, s.Tic)
			}
		}
		if rep.Tics() > 0 {
			if d, _, err := rep.Demo(); err == nil {
				if _, err := d.Append(nil); err != nil && d.Params.Skill <= 4 {
					t.Fatal(err)
				}
			}
		}
	})
}
