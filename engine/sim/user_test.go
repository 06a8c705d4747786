package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/lockstep"
)

func TestWeaponKeys(t *testing.T) {
	for _, test := range []struct {
		name       string
		key, ready info.WeaponType
		owned      []info.WeaponType
		strength   bool
		want       info.WeaponType
	}{
		{"not owned", info.WeaponShotgun, info.WeaponPistol, nil, false, info.WeaponNone},
		{"owned", info.WeaponChaingun, info.WeaponPistol, []info.WeaponType{info.WeaponChaingun}, false, info.WeaponChaingun},
		{"in hand", info.WeaponPistol, info.WeaponPistol, nil, false, info.WeaponNone},
		{"1 is the saw", info.WeaponFist, info.WeaponPistol, []info.WeaponType{info.WeaponChainsaw}, false, info.WeaponChainsaw},
		{"1 with the saw in hand", info.WeaponFist, info.WeaponChainsaw, []info.WeaponType{info.WeaponChainsaw}, false, info.WeaponNone},
		{"1 with the saw in hand, berserk", info.WeaponFist, info.WeaponChainsaw, []info.WeaponType{info.WeaponChainsaw}, true, info.WeaponFist},
		{"3 is the super shotgun", info.WeaponShotgun, info.WeaponPistol, []info.WeaponType{info.WeaponShotgun, info.WeaponSupershotgun}, false, info.WeaponSupershotgun},
		{"3 again", info.WeaponShotgun, info.WeaponSupershotgun, []info.WeaponType{info.WeaponShotgun, info.WeaponSupershotgun}, false, info.WeaponShotgun},
	} {
		s := alone(t, newRoom())
		pl := &s.Players[0]
		pl.PendingWeapon, pl.ReadyWeapon = info.WeaponNone, test.ready
		for _, w := range test.owned {
			pl.WeaponOwned[w] = true
		}
		if test.strength {
			pl.Powers[info.PowerStrength] = 1
		}
		s.changeWeapon(pl, test.key)
		if pl.PendingWeapon != test.want {
			t.Errorf("%s: next is %d, want %d", test.name, pl.PendingWeapon, test.want)
		}
	}
}

func TestPowersRunOutAndFlickerBefore(t *testing.T) {
	s := alone(t, newRoom())
	pl := &s.Players[0]
	s.run(1)
	s.body(0).Flags |= info.FlagShadow
	pl.Powers[info.PowerInvisibility] = 2
	pl.Powers[info.PowerInvulnerability] = 200
	pl.Powers[info.PowerInfrared] = 300
	pl.Powers[info.PowerStrength] = 1
	s.run(1)
	if s.body(0).Flags&info.FlagShadow == 0 || pl.FixedColormap != colormapInverse {
		t.Error("the powers do nothing while they last")
	}
	s.run(1)
	if s.body(0).Flags&info.FlagShadow != 0 {
		t.Error("invisibility goes on")
	}
	seen := map[int32]bool{}
	for pl.Powers[info.PowerInvulnerability] > 1 {
		s.run(1)
		if pl.Powers[info.PowerInvulnerability] <= warnTics {
			seen[pl.FixedColormap] = true
		}
	}
	if !seen[0] || !seen[colormapInverse] {
		t.Error("invulnerability does not flicker at its end")
	}
	s.run(2)
	if pl.FixedColormap != 0 && pl.FixedColormap != colormapLight {
		t.Error("infrared is not seen behind it")
	}
	if pl.Powers[info.PowerStrength] < 200 {
		t.Error("strength does not count up")
	}
}

func TestWalkingPlayersBobUpTo16(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	pl := &s.Players[0]
	s.run(1)
	if pl.ViewZ != 41*unit {
		t.Errorf("eyes at %d", pl.ViewZ)
	}
	m.MomX = 4 * unit
	s.calcHeight(0)
	if pl.Bob != 4*unit {
		t.Errorf("a bob of %d", pl.Bob)
	}
	m.MomX = 20 * unit
	s.calcHeight(0)
	if pl.Bob != maxBob {
		t.Errorf("a bob of %d, want 16", pl.Bob)
	}
}

func TestEyesStayBelowTheCeiling(t *testing.T) {
	s := alone(t, newRoom())
	s.body(0).CeilingZ = 40 * unit
	s.onGround = true
	s.calcHeight(0)
	if s.Players[0].ViewZ != 36*unit {
		t.Errorf("eyes at %d", s.Players[0].ViewZ/unit)
	}
}

func TestTheDeadSinkAndTurnToTheKiller(t *testing.T) {
	s := together(t, newRoom(), 0)
	killer := s.spawn(60, 128, info.MobjTroop)
	m, pl := s.body(0), &s.Players[0]
	m.Angle = fixed.Ang90
	s.damageMobj(m, killer, killer, 1000)
	if pl.State != PlayerDead {
		t.Fatal("it lives")
	}
	s.run(1)
	if turned := m.Angle - fixed.Ang90; turned != ang5 {
		t.Errorf("it turned by %d", turned)
	}
	killer.Flags |= info.FlagNoclip // the killer must not come nearer
	s.until(60, "the killer is faced", func() bool {
		return m.Angle == pointToAngle(m.X, m.Y, killer.X, killer.Y)
	})
	if pl.ViewHeight >= 41*unit {
		t.Error("the dead player's eyes do not sink")
	}
	s.until(60, "the eyes are down", func() bool { return pl.ViewHeight == deadHeight })
	s.cmds[0].Buttons = lockstep.ButtonUse
	s.run(2)
	if pl.State != PlayerLive || s.body(0) == m {
		t.Error("the use key does not bring the player back")
	}
}

func TestPlayersInTheAirCannotWalk(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	m.Z = 60 * unit
	s.cmds[0].Forward, s.cmds[0].AngleTurn = 50, 1000
	s.run(1)
	if m.MomX != 0 || m.Angle == 0 {
		t.Errorf("momentum %d, angle %d", m.MomX, m.Angle)
	}
}

func TestTeleportedPlayersStandStillForAWhile(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	m.ReactionTime = 3
	s.cmds[0].Forward = 50
	s.run(3)
	if m.MomX != 0 {
		t.Error("it walks")
	}
	s.run(1)
	if m.MomX == 0 {
		t.Error("it does not walk again")
	}
}
