package hud

import (
	"math"
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/render"
)

// Patches may set health and ammo to any value.
func TestFiguresOfAnySize(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{}, 1, nil)
	s.play(5)
	for _, n := range []int32{math.MinInt32, -1000, -1, 0, 101, math.MaxInt32} {
		me := s.me()
		me.Health, me.Ammo[info.AmmoClip], me.ArmorPoints, me.MaxAmmo[info.AmmoShell] = n, n, n, n
		s.bar.faceNow.tics = 0
		s.Display.Tic(s.g)
		s.shot()
		if i := s.bar.faceNow.index; i < 0 || i >= numFaces {
			t.Errorf("health %d: face %d", n, i)
		}
		if x := s.figure(160, 100, n, -1); x >= 160 {
			t.Errorf("%d begins at %d", n, x)
		}
	}
}

// The face grins only at new weapons, not at those that a player already has when the
// screen switches to it or opens.
func TestNoGrinAtOldWeapons(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{}, 2, nil)
	s.play(40)
	s.g.Players[1].WeaponOwned[info.WeaponShotgun] = true
	s.play(40)
	grins := func(d *Display) bool { return d.bar.faceNow.mood == moodGrin }

	s.SetPlayer(1)
	s.play(40)
	s.g.Players[1].BonusCount = 6 // a health bonus
	s.play(1)
	if grins(s.Display) {
		t.Error("a grin at a weapon that was there when the view turned")
	}
	s.g.Players[1].WeaponOwned[info.WeaponMissile] = true
	s.g.Players[1].BonusCount = 6
	s.play(1)
	if !grins(s.Display) {
		t.Error("no grin at a new weapon")
	}

	late, err := New(render.ContentOf(s.g.Content()), render.Config{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Display = late
	s.play(3)
	s.g.Players[1].BonusCount = 6
	s.play(1)
	if grins(late) {
		t.Error("a grin at a weapon that was there when the screen was opened")
	}
}
