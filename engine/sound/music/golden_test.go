package music

import (
	"bytes"
	"errors"
	"flag"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"doomhost/internal/testkit/testfiles"
	"doomhost/internal/testkit/testwads"
)

// goldenFrom is a folder of IWAD-LUMP.opl.gz files, each with a song's writes to the chip
// by a reference engine. The test writes testdata/songs.tsv from them.
var goldenFrom = flag.String("golden", "", "write testdata/songs.tsv anew from the *.opl.gz files of this `folder`")

const goldenFile = "testdata/songs.tsv"

// goldenSong is the record of a song: its numbers of writes and seconds, and for each
// second a digest of all writes up to its end.
type goldenSong struct {
	name    string
	writes  int
	seconds []uint16
}

// digest computes a goldenSong from the writes of a song.
func digest(name string, lines []byte) (goldenSong, error) {
	g := goldenSong{name: name}
	h := fnv.New64a()
	for len(lines) > 0 {
		line, rest, _ := bytes.Cut(lines, []byte{'\n'})
		lines = rest
		at, _, _ := bytes.Cut(line, []byte{' '})
		us, err := strconv.Atoi(string(at))
		if err != nil {
			return g, err
		}
		for us > (len(g.seconds)+1)*1_000_000 {
			g.seconds = append(g.seconds, fold(h.Sum64()))
		}
		h.Write(line)
		h.Write([]byte{'\n'})
		g.writes++
	}
	g.seconds = append(g.seconds, fold(h.Sum64()))
	return g, nil
}

func fold(h uint64) uint16 { return uint16(h ^ h>>16 ^ h>>32 ^ h>>48) }

func (g *goldenSong) format() string {
	var b strings.Builder
	b.WriteString(g.name + "\t" + strconv.Itoa(g.writes) + "\t")
	for _, s := range g.seconds {
		b.WriteString(string([]byte{hexDigit(s >> 12), hexDigit(s >> 8), hexDigit(s >> 4), hexDigit(s)}))
	}
	return b.String() + "\n"
}

func parseGolden(line string) (g goldenSong, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 3 || len(f[2])%4 != 0 {
		return g, errors.New("golden songs: a line is not name, writes, digests")
	}
	g.name = f[0]
	if g.writes, err = strconv.Atoi(f[1]); err != nil {
		return g, err
	}
	for at := 0; at < len(f[2]); at += 4 {
		n, err := strconv.ParseUint(f[2][at:at+4], 16, 16)
		if err != nil {
			return g, err
		}
		g.seconds = append(g.seconds, uint16(n))
	}
	return g, nil
}

// TestGoldenSongs plays every song and compares its writes to the chip, and their times,
// with a reference engine's.
func TestGoldenSongs(t *testing.T) {
	if *goldenFrom != "" {
		rewriteGolden(t, *goldenFrom)
	}
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines) < 49 {
		t.Fatalf("%d golden songs, want 49 at least", len(lines))
	}
	for _, line := range lines {
		want, err := parseGolden(line)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(want.name, func(t *testing.T) {
			bank, song := loadSong(t, want.name)
			written := Record(bank, song, int64(len(want.seconds))*1_000_000)
			got, err := digest(want.name, written)
			if err != nil {
				t.Fatal(err)
			}
			for s, d := range want.seconds {
				if s >= len(got.seconds) || got.seconds[s] != d {
					t.Fatalf("second %d is the first that differs", s)
				}
			}
			if got.writes != want.writes {
				t.Fatalf("%d writes, want %d", got.writes, want.writes)
			}
		})
	}
}

// loadSong finds the song called IWAD-LUMP, and the instruments it is played on.
// "mussong" is the song of the PWAD of that name.
func loadSong(t testing.TB, name string) (*Bank, *Song) {
	t.Helper()
	iwad, lump, _ := strings.Cut(name, "-")
	var pwads []string
	if lump == "mussong" {
		pwads, lump = []string{lump}, "D_RUNNIN"
	}
	set := testwads.Set(t, iwad, pwads...)
	find := func(lump string) []byte {
		n, ok := set.Find(lump)
		if !ok {
			t.Fatalf("no lump %s in %s", lump, iwad)
		}
		return set.Lump(n)
	}
	bank, err := ParseBank(find("GENMIDI"))
	if err != nil {
		t.Fatal(err)
	}
	song, err := Parse(find(lump))
	if err != nil {
		t.Fatal(err)
	}
	return bank, song
}

func rewriteGolden(t *testing.T, from string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(from, "*.opl.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no *.opl.gz in %s (%v)", from, err)
	}
	slices.Sort(paths)
	var out strings.Builder
	for _, path := range paths {
		g, err := digest(strings.TrimSuffix(filepath.Base(path), ".opl.gz"), testfiles.Unpack(t, path))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out.WriteString(g.format())
	}
	if err := os.WriteFile(goldenFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
