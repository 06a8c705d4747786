package hud

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// look advances only the face by a tic.
func (s *stage) look(random int32) int32 {
	s.bar.faceNow.tic(s.g, s.me(), random)
	return s.bar.faceNow.index
}

func faceStage(t *testing.T) *stage {
	s := newStage(t, "freedoom1", render.Config{}, 1, nil)
	s.play(1)
	s.bar.faceNow = newFace()
	s.bar.faceNow.spawn(s.me().WeaponOwned)
	s.me().AttackDown = false // a respawned player starts with the trigger held
	return s
}

func TestCalmFaceLooksAroundEverySeventeenTics(t *testing.T) {
	s := faceStage(t)
	for glance := range int32(6) {
		for tic := range 17 {
			random := glance // the number has no effect in other tics
			if tic > 0 {
				random = glance + 1
			}
			if got := s.look(random); got != glance%3 {
				t.Fatalf("glance %d, tic %d: face %d", glance, tic, got)
			}
		}
	}
}

func TestPainHasFiveDegrees(t *testing.T) {
	s := faceStage(t)
	for _, c := range []struct{ health, first int32 }{
		{200, 0}, {100, 0}, {80, 0}, {79, 8}, {60, 8}, {59, 16}, {40, 16}, {39, 24}, {20, 24}, {19, 32}, {1, 32},
	} {
		s.me().Health = c.health
		if got := s.bar.faceNow.painOffset(s.me()); got != c.first {
			t.Errorf("health %d: first face %d, want %d", c.health, got, c.first)
		}
	}
}

func TestFaceLooksWhereTheAttackerStands(t *testing.T) {
	for _, c := range []struct {
		name  string
		angle fixed.Angle // from the body's direction to the attacker, to the left
		want  int32
	}{
		{"ahead", 0, faceRage},
		{"nearly ahead on the left", fixed.Ang45 - 1<<20, faceRage},
		{"left", fixed.Ang90, faceLeft},
		{"right", fixed.Ang270, faceRight},
		{"behind", fixed.Ang180 - 1<<20, faceLeft},
	} {
		for _, turn := range []fixed.Angle{0, fixed.Ang90, fixed.Ang180 + fixed.Ang45, 3 << 28} {
			body := &sim.Mobj{Angle: turn}
			at := turn + c.angle
			attacker := &sim.Mobj{X: 100 * fixed.Cos(at), Y: 100 * fixed.Sin(at)}
			if got := turned(body, attacker); got != c.want {
				t.Errorf("attacker %s, body turned by %#x: face %d, want %d", c.name, uint32(turn), got, c.want)
			}
		}
	}
}

func TestStrongerReasonsHoldTheFace(t *testing.T) {
	s := faceStage(t)
	p := s.me()
	s.look(0)

	p.DamageCount = 5
	p.Health = 90
	if got := s.look(0); got != faceRage {
		t.Fatalf("hurt by itself: face %d", got)
	}
	p.BonusCount = 6
	p.WeaponOwned[info.WeaponShotgun] = true
	if got := s.look(0); got != faceGrin {
		t.Fatalf("a new weapon: face %d", got)
	}
	for tic := 1; tic < grinTics; tic++ {
		if got := s.look(0); got != faceGrin {
			t.Fatalf("tic %d of the grin: face %d, pain must wait", tic, got)
		}
	}
	p.DamageCount, p.BonusCount = 0, 0
	if got := s.look(2); got != 2 {
		t.Fatalf("after the grin: face %d", got)
	}
	p.Cheats |= sim.CheatGodMode
	if got := s.look(0); got != faceGod {
		t.Fatalf("invulnerable: face %d", got)
	}
	p.DamageCount = 1
	if got := s.look(0); got != faceRage {
		t.Fatalf("hurt though invulnerable: face %d", got)
	}
	p.Health = 0
	if got := s.look(0); got != faceDead {
		t.Fatalf("dead: face %d", got)
	}
}

func TestOnlyHealingInPainMakesTheFaceCryOut(t *testing.T) {
	s := faceStage(t)
	p := s.me()
	p.Health = 100
	s.look(0)
	p.Health, p.DamageCount = 40, 60
	if got := s.look(0); got != 2*facesPerPain+faceRage {
		t.Errorf("a loss of 60: face %d", got)
	}
	p.Health = 40 + muchPain + 1
	if got := s.look(0); got != facesPerPain+faceOuch {
		t.Errorf("a gain of 21 while it hurts: face %d", got)
	}
}

func TestTwoSecondsOfFiringCauseRage(t *testing.T) {
	s := faceStage(t)
	s.me().AttackDown = true
	for tic := range rageDelay {
		if got := s.look(1); got != 1 {
			t.Fatalf("tic %d: face %d", tic, got)
		}
	}
	for range 40 {
		if got := s.look(1); got != faceRage {
			t.Fatalf("face %d, want rage as long as it fires", got)
		}
	}
	s.me().AttackDown = false
	if got := s.look(1); got != 1 {
		t.Errorf("face %d after the last shot", got)
	}
}

func TestWeaponInTheFirstTicMakesTheFaceGrin(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{}, 1, nil)
	// The player picks up a weapon in its first tic, as if it had spawned on a shotgun.
	if err := s.g.Tic(&s.cmds, s.mask); err != nil {
		t.Fatal(err)
	}
	s.me().WeaponOwned[info.WeaponShotgun] = true
	s.me().BonusCount = 6
	s.Tic(s.g)
	if s.bar.faceNow.index != faceGrin {
		t.Errorf("face %d", s.bar.faceNow.index)
	}
}
