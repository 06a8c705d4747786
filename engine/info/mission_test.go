package info

import (
	"strings"
	"testing"
)

func TestMissionByLumps(t *testing.T) {
	for _, c := range []struct {
		lumps string
		want  Mission
	}{
		{"E1M1", MissionDoom}, {"E1M1 E2M1 E3M1", MissionDoom}, {"E1M1 E2M1 E3M1 E4M1", MissionUltimate},
		{"MAP01", MissionDoom2}, {"MAP01 REDTNT2", MissionTNT}, {"MAP01 CAMO1", MissionPlutonia},
		// Freedoom has the textures of all games.
		{"MAP01 REDTNT2 CAMO1 FREEDOOM", MissionDoom2}, {"MAP01 REDTNT2 CAMO1 FREEDOOM FREEDM", MissionDoom2},
		{"MAP01 REDTNT2 CAMO1 FREEDM", MissionDoom2}, {"E1M1 E2M1 E3M1 E4M1 REDTNT2 CAMO1 FREEDOOM", MissionUltimate},
	} {
		got, err := DetectMission(func(lump string) bool {
			for _, l := range strings.Fields(c.lumps) {
				if l == lump {
					return true
				}
			}
			return false
		})
		if got != c.want || err != nil {
			t.Errorf("%s: %v, %v; want %v", c.lumps, got, err, c.want)
		}
	}
	if got, err := DetectMission(func(string) bool { return false }); got != 0 || err == nil {
		t.Errorf("no maps: %v, %v", got, err)
	}
}

func TestLevelNames(t *testing.T) {
	for _, c := range []struct {
		mission        Mission
		episode, level int
		want           string
	}{
		{MissionDoom, 1, 1, "HUSTR_E1M1"}, {MissionDoom, 3, 9, "HUSTR_E3M9"}, {MissionDoom, 4, 1, ""},
		{MissionUltimate, 4, 9, "HUSTR_E4M9"}, {MissionUltimate, 5, 1, ""}, {MissionUltimate, 0, 1, ""},
		{MissionUltimate, 1, 10, ""}, {MissionUltimate, 1, 0, ""}, {0, 1, 1, ""},
		{MissionDoom2, 1, 1, "HUSTR_1"}, {MissionDoom2, 1, 32, "HUSTR_32"}, {MissionDoom2, 1, 33, ""}, {MissionDoom2, 1, 0, ""},
		{MissionPlutonia, 1, 11, "PHUSTR_11"}, {MissionTNT, 1, 32, "THUSTR_32"},
	} {
		if got := stringSymbols[LevelName(c.mission, c.episode, c.level)]; got != c.want {
			t.Errorf("%v E%dM%d is %q, want %q", c.mission, c.episode, c.level, got, c.want)
		}
	}
}

func TestStories(t *testing.T) {
	for _, c := range []struct {
		mission        Mission
		episode, level int
		text, flat     string
	}{
		{MissionDoom, 1, 8, "E1TEXT", "BGFLATE1"}, {MissionUltimate, 4, 8, "E4TEXT", "BGFLATE4"}, {MissionDoom, 1, 7, "", ""},
		{MissionDoom2, 1, 6, "C1TEXT", "BGFLAT06"}, {MissionDoom2, 1, 11, "C2TEXT", "BGFLAT11"}, {MissionDoom2, 1, 20, "C3TEXT", "BGFLAT20"},
		{MissionDoom2, 1, 30, "C4TEXT", "BGFLAT30"}, {MissionDoom2, 1, 15, "C5TEXT", "BGFLAT15"}, {MissionDoom2, 1, 31, "C6TEXT", "BGFLAT31"},
		{MissionTNT, 1, 31, "T6TEXT", "BGFLAT31"}, {MissionPlutonia, 1, 6, "P1TEXT", "BGFLAT06"}, {MissionDoom2, 1, 8, "", ""},
	} {
		text, flat := Story(c.mission, c.episode, c.level)
		if stringSymbols[text] != c.text || stringSymbols[flat] != c.flat {
			t.Errorf("%v E%dM%d: %q on %q, want %q on %q", c.mission, c.episode, c.level, stringSymbols[text], stringSymbols[flat], c.text, c.flat)
		}
	}
}
