package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// touch lets player p's body touch a new item and reports whether it is gone then.
func (s *session) touch(p int, kind info.MobjType, flags info.MobjFlags) bool {
	m := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, kind)
	m.Flags |= flags
	m.Z = s.body(p).Z
	s.touchSpecialThing(m, s.body(p))
	return m.Removed
}

func TestItemsHelpAsFarAsTheyCan(t *testing.T) {
	type stock struct{ health, armor, class, clips, shells, cells, rockets int32 }
	for _, c := range []struct {
		name          string
		kind          info.MobjType
		before, after stock
		taken         bool
	}{
		{"stimpack", info.MobjMisc10, stock{health: 95}, stock{health: 100}, true},
		{"stimpack in full health", info.MobjMisc10, stock{health: 100}, stock{health: 100}, false},
		{"medikit", info.MobjMisc11, stock{health: 10}, stock{health: 35}, true},
		{"health bonus", info.MobjMisc2, stock{health: 100}, stock{health: 101}, true},
		{"health bonus at the limit", info.MobjMisc2, stock{health: 200}, stock{health: 200}, true},
		{"armor bonus makes armor", info.MobjMisc3, stock{health: 1}, stock{health: 1, armor: 1, class: 1}, true},
		{"armor bonus keeps the class", info.MobjMisc3, stock{health: 1, armor: 199, class: 2}, stock{health: 1, armor: 200, class: 2}, true},
		{"green armor", info.MobjMisc0, stock{health: 1, armor: 99, class: 2}, stock{health: 1, armor: 100, class: 1}, true},
		{"green armor over as much", info.MobjMisc0, stock{health: 1, armor: 100, class: 2}, stock{health: 1, armor: 100, class: 2}, false},
		{"blue armor", info.MobjMisc1, stock{health: 1, armor: 150, class: 1}, stock{health: 1, armor: 200, class: 2}, true},
		{"soul sphere", info.MobjMisc12, stock{health: 150}, stock{health: 200}, true},
		{"megasphere", info.MobjMega, stock{health: 3}, stock{health: 200, armor: 200, class: 2}, true},
		{"clip", info.MobjClip, stock{health: 1, clips: 50}, stock{health: 1, clips: 60}, true},
		{"clip in full pockets", info.MobjClip, stock{health: 1, clips: 200}, stock{health: 1, clips: 200}, false},
		{"box of shells", info.MobjMisc23, stock{health: 1, shells: 40}, stock{health: 1, shells: 50}, true},
		{"cell pack", info.MobjMisc21, stock{health: 1}, stock{health: 1, cells: 100}, true},
		{"rocket", info.MobjMisc18, stock{health: 1}, stock{health: 1, rockets: 1}, true},
		{"backpack", info.MobjMisc24, stock{health: 1, clips: 200}, stock{health: 1, clips: 210, shells: 4, cells: 20, rockets: 1}, true},
	} {
		s := alone(t, newRoom())
		pl := &s.State.Players[0]
		s.setHealth(pl, c.before.health)
		pl.ArmorPoints, pl.ArmorType = c.before.armor, c.before.class
		pl.Ammo = [info.NumAmmo]int32{c.before.clips, c.before.shells, c.before.cells, c.before.rockets}
		taken := s.touch(0, c.kind, 0)
		after := stock{pl.Health, pl.ArmorPoints, pl.ArmorType, pl.Ammo[info.AmmoClip], pl.Ammo[info.AmmoShell],
			pl.Ammo[info.AmmoCell], pl.Ammo[info.AmmoMisl]}
		if taken != c.taken || after != c.after {
			t.Errorf("%s: taken %v, %+v; want %v, %+v", c.name, taken, after, c.taken, c.after)
		}
		if s.body(0).Health != pl.Health {
			t.Errorf("%s: the body's health is %d, the player's %d", c.name, s.body(0).Health, pl.Health)
		}
		if shown := pl.Message != MessageNone; shown != c.taken {
			t.Errorf("%s: message %d", c.name, pl.Message)
		}
	}
}

func TestABackpackDoublesOnce(t *testing.T) {
	s := alone(t, newRoom())
	s.touch(0, info.MobjMisc24, 0)
	s.touch(0, info.MobjMisc24, 0)
	if got := s.Players[0].MaxAmmo; got != [info.NumAmmo]int32{400, 100, 600, 100} {
		t.Errorf("pockets for %v", got)
	}
}

func TestTheMegasphereIsDoomIIs(t *testing.T) {
	s := begin(t, roomContent(t, info.MissionUltimate, newRoom(), "E1M1"), Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
	if s.touch(0, info.MobjMega, 0) {
		t.Error("it is taken in Doom")
	}
}

// The test checks how many shells a shotgun brings, and whether it stays.
func TestWeaponsInEachKindOfGame(t *testing.T) {
	for _, c := range []struct {
		name       string
		net        bool
		deathmatch int
		flags      info.MobjFlags
		skill      int
		shells     int32
		taken      bool
	}{
		{"alone", false, 0, 0, 2, 8, true},
		{"alone, the easiest skill", false, 0, 0, 0, 16, true},
		{"alone, nightmare", false, 0, 0, 4, 16, true},
		{"alone, dropped", false, 0, info.FlagDropped, 2, 4, true},
		{"co-op", true, 0, 0, 2, 8, false},
		{"co-op, dropped", true, 0, info.FlagDropped, 2, 4, true},
		{"deathmatch", true, 1, 0, 2, 20, false},
		{"altdeath", true, 2, 0, 2, 8, true},
	} {
		s := begin(t, roomContent(t, info.MissionDoom2, newRoom(), "MAP01"), Params{
			Skill: c.skill, Episode: 1, Map: 1, NetGame: c.net, Deathmatch: c.deathmatch, Players: [MaxPlayers]bool{true}})
		pl := &s.State.Players[0]
		taken := s.touch(0, info.MobjShotgun, c.flags)
		if taken != c.taken || pl.Ammo[info.AmmoShell] != c.shells || !pl.WeaponOwned[info.WeaponShotgun] ||
			pl.PendingWeapon != info.WeaponShotgun {
			t.Errorf("%s: taken %v, %d shells, pending %d", c.name, taken, pl.Ammo[info.AmmoShell], pl.PendingWeapon)
		}
		again := s.touch(0, info.MobjShotgun, c.flags)
		if again != c.taken || !c.taken && pl.Ammo[info.AmmoShell] != c.shells {
			t.Errorf("%s: the second one: taken %v, %d shells", c.name, again, pl.Ammo[info.AmmoShell])
		}
	}
}

func TestADroppedClipIsHalfAClip(t *testing.T) {
	s := alone(t, newRoom())
	s.touch(0, info.MobjClip, info.FlagDropped)
	if n := s.Players[0].Ammo[info.AmmoClip]; n != 55 {
		t.Errorf("%d bullets, want 55", n)
	}
}

func TestKeysStayForTheOthers(t *testing.T) {
	for _, net := range []bool{false, true} {
		s := begin(t, roomContent(t, info.MissionDoom2, newRoom(), "MAP01"), Params{Skill: 2, Episode: 1, Map: 1, NetGame: net, Players: [MaxPlayers]bool{true}})
		if taken := s.touch(0, info.MobjMisc4, 0); taken == net || !s.Players[0].Cards[info.CardBluecard] {
			t.Errorf("net game %v: taken %v, has it %v", net, taken, s.Players[0].Cards[info.CardBluecard])
		}
	}
}

func TestFirstAmmoReadiesAWeaponThatUsesIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		ready info.WeaponType
		owned info.WeaponType
		kind  info.MobjType
		want  info.WeaponType
	}{
		{"fist and bullets", info.WeaponFist, info.WeaponPistol, info.MobjClip, info.WeaponPistol},
		{"fist, bullets, a chaingun", info.WeaponFist, info.WeaponChaingun, info.MobjClip, info.WeaponChaingun},
		{"pistol and shells", info.WeaponPistol, info.WeaponShotgun, info.MobjMisc22, info.WeaponShotgun},
		{"pistol, shells, no shotgun", info.WeaponPistol, info.WeaponPistol, info.MobjMisc22, info.WeaponNone},
		{"pistol and cells", info.WeaponPistol, info.WeaponPlasma, info.MobjMisc20, info.WeaponPlasma},
		{"pistol and rockets", info.WeaponPistol, info.WeaponMissile, info.MobjMisc18, info.WeaponNone},
		{"fist and rockets", info.WeaponFist, info.WeaponMissile, info.MobjMisc18, info.WeaponMissile},
		{"chaingun and shells", info.WeaponChaingun, info.WeaponShotgun, info.MobjMisc22, info.WeaponNone},
	} {
		s := alone(t, newRoom())
		pl := &s.State.Players[0]
		pl.ReadyWeapon, pl.PendingWeapon = c.ready, info.WeaponNone
		pl.WeaponOwned[c.owned] = true
		pl.Ammo = [info.NumAmmo]int32{}
		s.touch(0, c.kind, 0)
		if pl.PendingWeapon != c.want {
			t.Errorf("%s: pending %d, want %d", c.name, pl.PendingWeapon, c.want)
		}
	}
}

func TestItemsTooHighOrLowAreNotTouched(t *testing.T) {
	s := alone(t, newRoom())
	body := s.body(0)
	for up, want := range map[fixed.Fixed]bool{
		-8 * fixed.Unit: true, -8*fixed.Unit - 1: false, body.Height: true, body.Height + 1: false,
	} {
		m := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjMisc2)
		m.Z = body.Z + up
		if s.touchSpecialThing(m, body); m.Removed != want {
			t.Errorf("%d above its feet: taken %v", up, m.Removed)
		}
	}
}

func TestCorpsesAndBodiesWithoutPlayersTakeNothing(t *testing.T) {
	s := together(t, fourStarts(), 0, 1)
	s.body(0).Health = 0
	s.body(1).Player = 0
	if s.touch(0, info.MobjMisc2, 0) || s.touch(1, info.MobjMisc2, 0) {
		t.Error("a corpse or a body without a player took something")
	}
}

func TestPickUpsAreHeardAtTheirOwnConsole(t *testing.T) {
	s := together(t, fourStarts(), 0, 1)
	for p, want := range []int{1, 0} {
		s.events.Sounds = s.events.Sounds[:0]
		s.touch(p, info.MobjMisc2, 0)
		if n := len(s.Events().Sounds); n != want {
			t.Errorf("player %d: %d sounds, want %d", p, n, want)
		}
	}
}

func TestPowersLast(t *testing.T) {
	for kind, want := range map[info.MobjType]struct {
		power info.PowerType
		tics  int32
	}{
		info.MobjInv:    {info.PowerInvulnerability, 30 * 35},
		info.MobjIns:    {info.PowerInvisibility, 60 * 35},
		info.MobjMisc14: {info.PowerIronfeet, 60 * 35},
		info.MobjMisc16: {info.PowerInfrared, 120 * 35},
		info.MobjMisc13: {info.PowerStrength, 1},
		info.MobjMisc15: {info.PowerAllmap, 1},
	} {
		s := alone(t, newRoom())
		if !s.touch(0, kind, 0) || s.Players[0].Powers[want.power] != want.tics {
			t.Errorf("type %d: %v", kind, s.Players[0].Powers)
		}
		again := s.touch(0, kind, 0)
		if again != (kind != info.MobjMisc15) {
			t.Errorf("type %d: a second one: taken %v", kind, again)
		}
	}
}

func TestBerserkHealsAndReadiesTheFist(t *testing.T) {
	s := alone(t, newRoom())
	s.setHealth(&s.State.Players[0], 20)
	s.touch(0, info.MobjMisc13, 0)
	if pl := &s.State.Players[0]; pl.Health != 100 || pl.PendingWeapon != info.WeaponFist {
		t.Errorf("health %d, pending %d", pl.Health, pl.PendingWeapon)
	}
}
