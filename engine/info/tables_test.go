package info

import (
	"hash/fnv"
	"strconv"
	"testing"
)

// The figures are facts about Doom 1.9: any change is a mistake.
func TestTablesMatchDoom19(t *testing.T) {
	tables := New()
	for _, c := range []struct {
		name  string
		write func(add func(...int))
		want  string
	}{
		{"states", func(add func(...int)) {
			for _, s := range tables.States {
				add(int(s.Sprite), int(s.Frame), int(s.Tics), int(s.Action), int(s.Next), int(s.Misc1), int(s.Misc2))
			}
		}, "735c352e8edf8f6e"},
		{"things", func(add func(...int)) {
			for _, m := range tables.Mobjs {
				add(int(m.DoomEdNum), int(m.SpawnState), int(m.SpawnHealth), int(m.SeeState), int(m.SeeSound),
					int(m.ReactionTime), int(m.AttackSound), int(m.PainState), int(m.PainChance), int(m.PainSound),
					int(m.MeleeState), int(m.MissileState), int(m.DeathState), int(m.XDeathState), int(m.DeathSound),
					int(m.Speed), int(m.Radius), int(m.Height), int(m.Mass), int(m.Damage), int(m.ActiveSound),
					int(m.Flags), int(m.RaiseState))
			}
		}, "e7e78fdc1918622a"},
		{"weapons and ammo", func(add func(...int)) {
			for _, w := range tables.Weapons {
				add(int(w.Ammo), int(w.UpState), int(w.DownState), int(w.ReadyState), int(w.AttackState), int(w.FlashState))
			}
			for i := range tables.MaxAmmo {
				add(int(tables.MaxAmmo[i]), int(tables.ClipAmmo[i]))
			}
		}, "1e32dedd03ed9ca1"},
		{"sounds", func(add func(...int)) {
			for _, s := range tables.Sounds {
				singular := 0
				if s.Singular {
					singular = 1
				}
				add(int(fnv32(s.Name)), singular, int(s.Priority), int(s.Link), int(s.Pitch), int(s.Volume))
			}
		}, "a28275ef59cea613"},
		{"names", func(add func(...int)) {
			for _, list := range [][]string{tables.Sprites, tables.Music, actionNames[:], stringSymbols[:]} {
				for _, s := range list {
					add(int(fnv32(s)))
				}
			}
		}, "3f44bc0cc22a4ff6"},
		{"par times", func(add func(...int)) {
			for _, episode := range tables.Pars.Doom {
				for _, seconds := range episode {
					add(int(seconds))
				}
			}
			for _, seconds := range tables.Pars.Doom2 {
				add(int(seconds))
			}
		}, "35882a7d96f197c7"},
	} {
		h := fnv.New64a()
		c.write(func(figures ...int) {
			for _, n := range figures {
				h.Write(strconv.AppendInt(nil, int64(n), 10))
				h.Write([]byte{','})
			}
		})
		if got := strconv.FormatUint(h.Sum64(), 16); got != c.want {
			t.Errorf("%s: checksum %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNumbersMatchVanilla(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"NumStates", NumStates, 967}, {"NumMobjTypes", NumMobjTypes, 137}, {"NumSprites", NumSprites, 138},
		{"NumSounds", NumSounds, 109}, {"NumMusic", NumMusic, 68}, {"NumActions", NumActions, 75},
		{"StatePlay", int(StatePlay), 149}, {"StatePlayAtk1", int(StatePlayAtk1), 154}, {"StateTech2lamp4", int(StateTech2lamp4), 966},
		{"StateBon1e", int(StateBon1e), 821}, {"StateSawb", int(StateSawb), 68}, {"StateTfog02", int(StateTfog02), 132},
		{"MobjTroopshot", int(MobjTroopshot), 31}, {"MobjMisc0", int(MobjMisc0), 43}, {"MobjMisc86", int(MobjMisc86), 136},
		{"SpritePlay", int(SpritePlay), 28}, {"SoundPistol", int(SoundPistol), 1}, {"SoundRadio", int(SoundRadio), 108},
		{"SoundDorcls", int(SoundDorcls), 21}, {"MusicE1m1", int(MusicE1m1), 1}, {"MusicRunnin", int(MusicRunnin), 33},
		{"FlagNoblockmap", int(FlagNoblockmap), 0x10}, {"FlagSkullfly", int(FlagSkullfly), 0x1000000},
		{"FlagNotdmatch", int(FlagNotdmatch), 0x2000000}, {"FlagTranslation", int(FlagTranslation), 0xc000000},
		{"WeaponSupershotgun", int(WeaponSupershotgun), 8}, {"AmmoNone", int(AmmoNone), 5},
	} {
		if c.got != c.want {
			t.Errorf("%s = %d, want %d", c.name, c.got, c.want)
		}
	}
}

func TestTablesPointIntoEachOther(t *testing.T) {
	tables := New()
	checkReferences(t, tables)
	used := map[ActionID]bool{}
	for _, s := range tables.States {
		used[s.Action] = true
	}
	for id := ActNone; id < NumActions; id++ {
		if !used[id] {
			t.Errorf("no state has action %s", actionNames[id])
		}
	}
	onMaps := map[int32]int{}
	for i, m := range tables.Mobjs {
		if m.DoomEdNum == -1 {
			continue
		}
		if other, twice := onMaps[m.DoomEdNum]; twice {
			t.Errorf("things %d and %d are both %d on maps", other, i, m.DoomEdNum)
		}
		onMaps[m.DoomEdNum] = i
	}
	for i, name := range tables.Sprites {
		if len(name) != 4 {
			t.Errorf("sprite %d is called %q", i, name)
		}
	}
	for i, text := range tables.Strings {
		if (text == "") != (StringID(i) == StrNone) {
			t.Errorf("text %s is %q", stringSymbols[i], text)
		}
	}
}

// checkReferences checks that, after any patch, every number is within its table and no
// chain of states lasts forever within a tic.
func checkReferences(t *testing.T, tables *Tables) {
	t.Helper()
	state := func(where string, i int, s StateID) {
		if int(s) >= len(tables.States) {
			t.Fatalf("%s %d: state %d", where, i, s)
		}
	}
	for i, s := range tables.States {
		state("next of state", i, s.Next)
		if int(s.Sprite) >= len(tables.Sprites) || s.Action >= NumActions {
			t.Fatalf("state %d: sprite %d, action %d", i, s.Sprite, s.Action)
		}
		at := StateID(i)
		for steps := 0; at != StateNull && tables.States[at].Tics == 0; steps++ {
			if steps > len(tables.States) {
				t.Fatalf("state %d never ends", i)
			}
			at = tables.States[at].Next
		}
	}
	for i, m := range tables.Mobjs {
		for _, s := range []StateID{m.SpawnState, m.SeeState, m.PainState, m.MeleeState, m.MissileState, m.DeathState, m.XDeathState, m.RaiseState} {
			state("thing", i, s)
		}
		for _, s := range []SoundID{m.SeeSound, m.AttackSound, m.PainSound, m.DeathSound, m.ActiveSound} {
			if int(s) >= len(tables.Sounds) {
				t.Fatalf("thing %d: sound %d", i, s)
			}
		}
		if m.Mass == 0 {
			t.Fatalf("thing %d has no mass", i)
		}
	}
	for i, w := range tables.Weapons {
		for _, s := range []StateID{w.UpState, w.DownState, w.ReadyState, w.AttackState, w.FlashState} {
			state("weapon", i, s)
		}
		if w.Ammo >= NumAmmo && w.Ammo != AmmoNone {
			t.Fatalf("weapon %d eats ammo %d", i, w.Ammo)
		}
	}
	for i, s := range tables.Sounds {
		if int(s.Link) >= len(tables.Sounds) {
			t.Fatalf("sound %d links to %d", i, s.Link)
		}
	}
}

func TestNewReturnsIndependentTables(t *testing.T) {
	a, b := New(), New()
	a.States[StatePlay].Tics, a.Mobjs[MobjPlayer].Speed, a.Strings[StrGotarmor] = 7, 7, "changed"
	a.Sounds[SoundPistol].Priority, a.Sprites[SpriteTroo], a.Music[MusicE1m1] = 7, "XXXX", "x"
	if b.States[StatePlay].Tics != -1 || b.Mobjs[MobjPlayer].Speed != 0 || b.Strings[StrGotarmor] == "changed" ||
		b.Sounds[SoundPistol].Priority != 64 || b.Sprites[SpriteTroo] != "TROO" || b.Music[MusicE1m1] != "e1m1" {
		t.Error("a change of one New's tables shows in another's")
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		New()
	}
}
