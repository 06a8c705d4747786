package wadlib

import (
	"strings"
	"testing"

	"doomhost/engine/wad/wadtest"
)

// The lumps tell a WAD's kind, whatever its first four bytes say.
func TestKindIsToldByContents(t *testing.T) {
	t.Parallel()
	without := func(lump string) []string {
		var list []string
		for _, name := range wadtest.GameLumps("MAP01", "THINGS") {
			if name != lump {
				list = append(list, name)
			}
		}
		return list
	}
	for _, c := range []struct {
		what  string
		lumps []string
		want  Kind
	}{
		{"a whole game", wadtest.GameLumps("E1M1", "THINGS"), IWAD},
		{"a whole game of UDMF maps", wadtest.GameLumps("MAP01", "TEXTMAP"), IWAD},
		{"one map", []string{"MAP01", "THINGS"}, PWAD},
		{"a game without maps", wadtest.GameLumps(), PWAD},
		{"levels with palette, textures and a sky", []string{"PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "F_SKY1", "MAP01", "THINGS"}, PWAD},
		{"no status bar", without("STBAR"), PWAD},
		{"no palette", without("PLAYPAL"), PWAD},
		{"no player", without("PLAYA1"), PWAD},
		{"nothing", nil, PWAD},
	} {
		for _, tag := range []string{"IWAD", "PWAD"} {
			data := string(wad(tag, c.lumps...))
			if kind, _, err := readDirectory(strings.NewReader(data), int64(len(data))); kind != c.want || err != nil {
				t.Errorf("%s, tagged %s: %s, %v; want %s", c.what, tag, kind, err, c.want)
			}
		}
	}
}

// Stray lumps between a map's name and its lumps do not hide the map; other lumps do not make
// a map.
func TestMapsAreFoundBehindStrayLumps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lumps []string
		want  string
	}{
		{[]string{"E1M1", "THINGS", "E1M2", "STRAY", "LINEDEFS", "THINGS"}, "E1M1 E1M2"},
		{[]string{"MAP01", "MAP02", "THINGS"}, "MAP02"},
		{[]string{"MAP01", "TEXTMAP", "ENDMAP"}, "MAP01"},
		{[]string{"MAP01", "D_RUNNIN", "DEMO1"}, ""},
		{[]string{"MAP01"}, ""},
	} {
		if got := strings.Join(mapNames(c.lumps), " "); got != c.want {
			t.Errorf("%v: maps %q, want %q", c.lumps, got, c.want)
		}
	}
}
