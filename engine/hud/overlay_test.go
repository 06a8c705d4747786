package hud

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

func TestFlashesCalmDown(t *testing.T) {
	for _, c := range []struct{ calm, palette, want int }{
		{0, 8, 8}, {0, 12, 12}, {0, 13, 13}, {50, 8, 4}, {50, 1, 0}, {50, 12, 10}, {50, 9, 0},
		{100, 8, 0}, {100, 12, 0}, {100, radiation, radiation}, {50, 0, 0},
	} {
		if got := (Style{Calm: c.calm}).calmed(c.palette); got != c.want {
			t.Errorf("palette %d less %d %%: %d, want %d", c.palette, c.calm, got, c.want)
		}
	}
}

func TestOverlayMarksTheMiddleAndTheCorners(t *testing.T) {
	for _, config := range []render.Config{{NoBar: true}, {Scale: 3, Width: 426, NoBar: true}, {Scale: 2}} {
		s := newStage(t, "freedoom1", config, 2, func(p *sim.Params) { p.Deathmatch = 1 })
		s.play(2)
		s.me().Cards[0], s.me().ArmorPoints, s.me().ArmorType = true, 50, 1
		plain := s.shot()
		w := s.canvas.width
		for _, style := range []Style{
			{Crosshair: CrosshairDot}, {Crosshair: CrosshairCross}, {Figures: FiguresSmall}, {Figures: FiguresLarge},
		} {
			s.SetStyle(style)
			changed := [3]int{}
			for i, v := range s.shot() {
				if v != plain[i] {
					changed[min(i%w*3/w, 2)]++
				}
			}
			if style.Crosshair != CrosshairOff {
				if changed[1] == 0 || changed[0]+changed[2] != 0 {
					t.Errorf("%+v, %+v: pixels changed left, in the middle, right: %v", config, style, changed)
				}
			} else if sides := changed[0] > 0 && changed[2] > 0; sides != config.NoBar || changed[1] != 0 {
				t.Errorf("%+v, %+v: pixels changed left, in the middle, right: %v", config, style, changed)
			}
		}
		s.SetStyle(Style{})
		if string(s.shot()) != string(plain) {
			t.Errorf("%+v: the zero style is not vanilla's picture", config)
		}
	}
}

func TestOverlayAllocatesNothing(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{Scale: 5, Width: 426, NoBar: true}, 1, nil)
	s.SetStyle(Style{CrosshairCross, FiguresLarge, 50})
	s.play(2)
	s.me().ReadyWeapon = info.WeaponShotgun
	view := render.View{Alpha: render.Now}
	s.Draw(s.g, view)
	if n := testing.AllocsPerRun(5, func() { s.Draw(s.g, view) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
