package info

import "errors"

// String returns the mission's short name.
func (m Mission) String() string {
	switch m {
	case MissionDoom:
		return "doom"
	case MissionUltimate:
		return "ultimate"
	case MissionDoom2:
		return "doom2"
	case MissionTNT:
		return "tnt"
	case MissionPlutonia:
		return "plutonia"
	}
	return "none"
}

// Commercial reports whether the mission's levels are MAP01 to MAP32, with the
// rules of Doom II.
func (m Mission) Commercial() bool { return m >= MissionDoom2 }

// Episodes returns the number of the mission's episodes, 1 if levels are MAP01 to MAP32.
// An IWAD of MissionDoom may hold only the first one.
func (m Mission) Episodes() int {
	switch m {
	case MissionDoom:
		return 3
	case MissionUltimate:
		return 4
	}
	return 1
}

var errNoMaps = errors.New("detect game: neither E1M1 nor MAP01 is in the WADs; choose an IWAD such as freedoom2.wad")

// DetectMission detects the game of an IWAD by its lumps; has reports whether a lump
// exists. Freedoom also has the lumps that mark TNT and Plutonia, so its own marks come
// first.
func DetectMission(has func(lump string) bool) (Mission, error) {
	freedoom := has("FREEDOOM") || has("FREEDM")
	switch {
	case has("MAP01"):
		switch {
		case freedoom:
			return MissionDoom2, nil
		case has("REDTNT2"):
			return MissionTNT, nil
		case has("CAMO1"):
			return MissionPlutonia, nil
		}
		return MissionDoom2, nil
	case has("E4M1"):
		return MissionUltimate, nil
	case has("E1M1"):
		return MissionDoom, nil
	}
	return 0, errNoMaps
}

// LevelName returns the text that names a level, or StrNone if there is no such level.
// Episodes and maps count from 1.
func LevelName(mission Mission, episode, level int) StringID {
	if mission.Commercial() {
		if level < 1 || level > 32 {
			return StrNone
		}
		first := StrHustr1
		switch mission {
		case MissionTNT:
			first = StrThustr1
		case MissionPlutonia:
			first = StrPhustr1
		}
		return first + StringID(level-1)
	}
	if mission == 0 || episode < 1 || episode > mission.Episodes() || level < 1 || level > 9 {
		return StrNone
	}
	return StrHustrE1m1 + StringID((episode-1)*9+level-1)
}

// Story returns the text shown after a level and its background flat, or StrNone if the
// level has none. The stories after 15 and 31 of a commercial mission appear only on the
// way to a secret level, which the caller must check.
func Story(mission Mission, episode, level int) (text, flat StringID) {
	if !mission.Commercial() {
		if mission == 0 || level != 8 || episode < 1 || episode > mission.Episodes() {
			return StrNone, StrNone
		}
		return StrE1text + StringID(episode-1), StrBgflate1 + StringID(episode-1)
	}
	first := StrC1text
	switch mission {
	case MissionTNT:
		first = StrT1text
	case MissionPlutonia:
		first = StrP1text
	}
	switch level {
	case 6:
		return first, StrBgflat06
	case 11:
		return first + 1, StrBgflat11
	case 20:
		return first + 2, StrBgflat20
	case 30:
		return first + 3, StrBgflat30
	case 15:
		return first + 4, StrBgflat15
	case 31:
		return first + 5, StrBgflat31
	}
	return StrNone, StrNone
}

// ParTime returns a level's par time in seconds, 0 for none.
func (t *Tables) ParTime(mission Mission, episode, level int) int32 {
	if mission.Commercial() {
		if level < 1 || level >= len(t.Pars.Doom2) {
			return 0
		}
		return t.Pars.Doom2[level]
	}
	if episode < 1 || episode >= len(t.Pars.Doom) || level < 1 || level > 9 {
		return 0
	}
	return t.Pars.Doom[episode][level]
}

// Text returns a text by its number, "" for StrNone and for invalid numbers.
func (t *Tables) Text(id StringID) string {
	if int(id) >= len(t.Strings) {
		return ""
	}
	return t.Strings[id]
}
