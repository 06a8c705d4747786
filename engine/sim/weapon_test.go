package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/lockstep"
)

// armed starts a game whose player has all weapons, plenty of ammo, and the given weapon
// ready.
func armed(t *testing.T, r room, ready info.WeaponType) *session {
	t.Helper()
	s := alone(t, r)
	pl := &s.State.Players[0]
	for w := range pl.WeaponOwned {
		pl.WeaponOwned[w] = true
	}
	pl.Ammo = [info.NumAmmo]int32{200, 50, 300, 50}
	pl.ReadyWeapon, pl.PendingWeapon = ready, info.WeaponNone
	s.setPsprite(0, layerWeapon, s.readyInfo(0).ReadyState)
	return s
}

func (s *session) fire(on bool) {
	s.cmds[0].Buttons = 0
	if on {
		s.cmds[0].Buttons = lockstep.ButtonAttack
	}
}

// The test checks the ammo that one pull of the trigger uses.
func TestAmmoPerShot(t *testing.T) {
	for _, c := range []struct {
		weapon info.WeaponType
		ammo   info.AmmoType
		cost   int32
		sound  info.SoundID
	}{
		{info.WeaponPistol, info.AmmoClip, 1, info.SoundPistol},
		{info.WeaponShotgun, info.AmmoShell, 1, info.SoundShotgn},
		{info.WeaponSupershotgun, info.AmmoShell, 2, info.SoundDshtgn},
		{info.WeaponChaingun, info.AmmoClip, 2, info.SoundPistol},
		{info.WeaponMissile, info.AmmoMisl, 1, info.SoundRlaunc},
		{info.WeaponPlasma, info.AmmoCell, 1, info.SoundPlasma},
		{info.WeaponBfg, info.AmmoCell, 40, info.SoundBfg},
	} {
		s := armed(t, newRoom(), c.weapon)
		before := s.Players[0].Ammo[c.ammo]
		s.fire(true)
		heard := s.run(2)
		s.fire(false)
		more := s.run(40)
		if cost := before - s.Players[0].Ammo[c.ammo]; cost != c.cost {
			t.Errorf("weapon %d: a shot costs %d, want %d", c.weapon, cost, c.cost)
		}
		if heard[c.sound]+more[c.sound] == 0 {
			t.Errorf("weapon %d: no sound %d", c.weapon, c.sound)
		}
	}
}

func TestRocketsAndTheBFGWaitForTheTrigger(t *testing.T) {
	for weapon, waits := range map[info.WeaponType]bool{
		info.WeaponPistol: false, info.WeaponShotgun: false, info.WeaponMissile: true, info.WeaponBfg: true,
	} {
		s := armed(t, newRoom(), weapon)
		s.State.Players[0].AttackDown = true // since before it was ready
		s.fire(true)
		s.run(2)
		fired := s.Players[0].PSprites[layerWeapon].State != s.readyInfo(0).ReadyState
		if fired == waits {
			t.Errorf("weapon %d: fired %v", weapon, fired)
		}
	}
}

func TestAnEmptyWeaponGivesWayToTheBest(t *testing.T) {
	all := [info.NumAmmo]int32{1, 3, 41, 1}
	for _, c := range []struct {
		name    string
		mission info.Mission
		ammo    [info.NumAmmo]int32
		lacks   []info.WeaponType
		want    info.WeaponType
	}{
		{"all", info.MissionDoom2, all, nil, info.WeaponPlasma},
		{"no cells", info.MissionDoom2, [4]int32{1, 3, 0, 1}, nil, info.WeaponSupershotgun},
		{"two shells", info.MissionDoom2, [4]int32{1, 2, 0, 1}, nil, info.WeaponChaingun},
		{"no bullets either", info.MissionDoom2, [4]int32{0, 2, 0, 1}, nil, info.WeaponShotgun},
		{"no chaingun, no shells", info.MissionDoom2, [4]int32{1, 0, 0, 1}, []info.WeaponType{info.WeaponChaingun}, info.WeaponPistol},
		{"rockets alone: the saw comes first", info.MissionDoom2, [4]int32{0, 0, 0, 1}, nil, info.WeaponChainsaw},
		{"rockets and no saw", info.MissionDoom2, [4]int32{0, 0, 0, 1}, []info.WeaponType{info.WeaponChainsaw}, info.WeaponMissile},
		{"cells, no plasma gun, no saw", info.MissionDoom2, [4]int32{0, 0, 41, 0}, []info.WeaponType{info.WeaponPlasma, info.WeaponChainsaw}, info.WeaponBfg},
		{"forty cells are not enough for it", info.MissionDoom2, [4]int32{0, 0, 40, 0}, []info.WeaponType{info.WeaponPlasma, info.WeaponChainsaw}, info.WeaponFist},
		{"Doom has no super shotgun", info.MissionUltimate, [4]int32{0, 3, 0, 0}, nil, info.WeaponShotgun},
	} {
		name := "MAP01"
		if c.mission < info.MissionDoom2 {
			name = "E1M1"
		}
		s := begin(t, roomContent(t, c.mission, newRoom(), name), Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
		pl := &s.State.Players[0]
		for w := range pl.WeaponOwned {
			pl.WeaponOwned[w] = true
		}
		for _, w := range c.lacks {
			pl.WeaponOwned[w] = false
		}
		pl.Ammo = c.ammo
		if got := s.bestWeapon(pl); got != c.want {
			t.Errorf("%s: weapon %d, want %d", c.name, got, c.want)
		}
	}
}

func TestTheBFGNeedsItsCells(t *testing.T) {
	s := armed(t, newRoom(), info.WeaponBfg)
	s.State.Players[0].Ammo[info.AmmoCell] = 39
	if s.checkAmmo(0) || s.Players[0].PendingWeapon != info.WeaponPlasma {
		t.Errorf("with 39 cells it fires, or weapon %d comes up", s.Players[0].PendingWeapon)
	}
	s.State.Players[0].Ammo[info.AmmoCell] = 40
	if !s.checkAmmo(0) {
		t.Error("with 40 cells it does not fire")
	}
}

func TestAWeaponIsChangedBelowTheScreen(t *testing.T) {
	s := armed(t, newRoom(), info.WeaponPistol)
	s.run(1)
	s.cmds[0].Buttons = lockstep.ButtonChange | byte(info.WeaponShotgun)<<lockstep.ButtonWeaponShift
	s.run(1)
	s.cmds[0].Buttons = 0
	// The change takes (128 - 32) / 6 tics down, as many up, and the tics of the states.
	n := s.until(60, "the super shotgun is ready", func() bool {
		return s.Players[0].PSprites[layerWeapon].State == s.weaponInfo(info.WeaponSupershotgun).ReadyState
	})
	if n < 30 || n > 36 || s.Players[0].ReadyWeapon != info.WeaponSupershotgun {
		t.Errorf("weapon %d is ready after %d tics", s.Players[0].ReadyWeapon, n)
	}
}

func TestTheDeadLowerTheirWeapon(t *testing.T) {
	s := armed(t, newRoom(), info.WeaponPistol)
	s.damageMobj(s.body(0), nil, nil, 1000)
	s.run(60)
	psp := &s.State.Players[0].PSprites[layerWeapon]
	if psp.SY != weaponBottom {
		t.Errorf("the weapon is at %d, want below the screen", psp.SY>>fixed.Bits)
	}
}

func TestAFirstBulletIsAccurate(t *testing.T) {
	s := armed(t, newRoom(thing(edImp, 400, 128, 180)), info.WeaponPistol)
	imp := s.the(info.MobjTroop)
	for random := range 256 {
		imp.Health = 1000
		s.Random = uint8(random)
		s.bulletSlope = 0
		s.shootBullet(s.body(0), true)
		if imp.Health == 1000 {
			t.Fatalf("random index %d: missed", random)
		}
		if hurt := 1000 - imp.Health; hurt != 5 && hurt != 10 && hurt != 15 {
			t.Fatalf("random index %d: %d of damage", random, hurt)
		}
	}
}

func TestBerserkMakesFistsTenTimesAsHard(t *testing.T) {
	s := armed(t, newRoom(thing(edImp, 180, 128, 180)), info.WeaponFist)
	imp := s.the(info.MobjTroop)
	blow := func() int32 {
		imp.Health, s.Random = 5000, 0
		s.punch(0)
		return 5000 - imp.Health
	}
	plain := blow()
	s.State.Players[0].Powers[info.PowerStrength] = 1
	if hard := blow(); plain < 2 || plain > 20 || hard != 10*plain {
		t.Errorf("%d of damage, and %d under the berserk", plain, hard)
	}
}

func TestTheSawTurnsIntoItsVictim(t *testing.T) {
	s := armed(t, newRoom(thing(edImp, 180, 128, 180)), info.WeaponChainsaw)
	imp, body := s.the(info.MobjTroop), s.body(0)
	imp.Health = 5000
	for _, start := range []fixed.Angle{0x1000000, 0x2000000, fixed.Angle(1<<32 - 0x2000000)} {
		body.Angle = start
		s.saw(0)
		if body.Angle == start || body.Flags&info.FlagJustattacked == 0 {
			t.Errorf("from %#x it turned to %#x", start, body.Angle)
		}
	}
	body.Angle = fixed.Ang180
	s.events.Sounds = s.events.Sounds[:0]
	s.saw(0)
	if body.Angle != fixed.Ang180 || s.Events().Sounds[0].Sound != info.SoundSawful {
		t.Error("the body turns without a victim")
	}
}

func TestTheBFGSpraysFromWhereItsShooterIs(t *testing.T) {
	s := armed(t, newRoom(thing(edImp, 400, 128, 180)), info.WeaponBfg)
	imp, body := s.the(info.MobjTroop), s.body(0)
	imp.Health = 100000
	ball := s.spawnMobj(20*fixed.Unit, 20*fixed.Unit, 0, info.MobjBfg)
	ball.Target, ball.Angle = body.Self, 0
	s.bfgSpray(ball)
	flashes := len(s.find(info.MobjExtrabfg))
	hurt := 100000 - imp.Health
	if flashes == 0 || hurt < int32(flashes)*15 || hurt > int32(flashes)*15*8 {
		t.Errorf("%d rays hit for %d together", flashes, hurt)
	}
	ball.Target = None // its shooter is gone: no crash
	s.bfgSpray(ball)
}

func TestWeaponsBobWithTheLevelsTime(t *testing.T) {
	s := armed(t, newRoom(), info.WeaponPistol)
	pl := &s.State.Players[0]
	pl.Bob = 16 * fixed.Unit
	for time, want := range map[int32][2]fixed.Fixed{
		0:  {17, 32}, // cos 1, sin 0
		16: {1, 48},  // a quarter of a swing: 64 tics make a whole one
		32: {-15, 32},
	} {
		s.LevelTime = time
		s.weaponReady(0, layerWeapon)
		psp := &pl.PSprites[layerWeapon]
		if dx, dy := psp.SX-want[0]*fixed.Unit, psp.SY-want[1]*fixed.Unit; absFixed(dx) > fixed.Unit || absFixed(dy) > fixed.Unit {
			t.Errorf("time %d: the weapon is at %d, %d", time, psp.SX>>fixed.Bits, psp.SY>>fixed.Bits)
		}
	}
}

// A patch may close weapon states into a loop, or name a state past the last one.
func TestBrokenWeaponStatesDoNotHang(t *testing.T) {
	s := armed(t, newRoom(), info.WeaponPistol)
	states := s.content.Tables.States
	ring := states[info.StatePistolflash]
	states[info.StatePistolflash].Tics, states[info.StatePistolflash].Next = 0, info.StatePistolflash
	s.setPsprite(0, layerFlash, info.StatePistolflash)
	states[info.StatePistolflash] = ring
	s.setPsprite(0, layerFlash, info.StateID(len(states)))
	if s.Players[0].PSprites[layerFlash].State != info.StateNull {
		t.Error("a state behind the last one is shown")
	}
}
