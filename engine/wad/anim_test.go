package wad_test

import (
	"slices"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
)

// own keeps vanilla's names of textures and flats.
func own(name string) string { return name }

func TestAnimsGoFromFirstToLastName(t *testing.T) {
	w := wadtest.Game()
	w.Set("TEXTURE1", wadtest.Textures(
		wadtest.Texture{Name: "NONE", Width: 8, Height: 8},
		wadtest.Texture{Name: "FIRELAV3", Width: 8, Height: 8},
		wadtest.Texture{Name: "ANYTHING", Width: 8, Height: 8},
		wadtest.Texture{Name: "FIRELAVA", Width: 8, Height: 8},
		wadtest.Texture{Name: "BFALL4", Width: 8, Height: 8}, // in reverse order
		wadtest.Texture{Name: "BFALL1", Width: 8, Height: 8},
		wadtest.Texture{Name: "SFALL1", Width: 8, Height: 8}, // the last picture is missing
	))
	set := mustSet(t, w)
	want := []wad.Anim{{Base: 2, Count: 3}, {Texture: true, Base: 1, Count: 3}}
	if got := wad.Anims(set, mustTextures(t, set), own); !slices.Equal(got, want) {
		t.Errorf("animations are %v, want %v", got, want)
	}
}

// All pictures of an animation change together, every 8 tics.
func TestAnimPicture(t *testing.T) {
	a := wad.Anim{Base: 10, Count: 3}
	for _, c := range []struct {
		num  int16
		time int32
		want int16
	}{
		// 10 mod 3 is 1: vanilla counts from number 0, not from the animation's first.
		{10, 0, 11}, {11, 0, 12}, {12, 0, 10}, {10, 7, 11}, {10, 8, 12}, {10, 16, 10}, {10, 24, 11},
	} {
		if got := a.Picture(c.num, c.time); got != c.want {
			t.Errorf("picture %d at tic %d is %d, want %d", c.num, c.time, got, c.want)
		}
	}
}

func TestSwitchesByGame(t *testing.T) {
	var list []wadtest.Texture
	for _, name := range []string{"NONE", "SW2BRCOM", "SW1BRCOM", "SW1BLUE", "SW2BLUE", "SW1SKULL", "SW2SKULL", "SW1HOT"} {
		list = append(list, wadtest.Texture{Name: name, Width: 8, Height: 8})
	}
	tex := mustTextures(t, mustSet(t, textured(list, wadtest.Patch(8, 8, 1))))
	for game, want := range map[int][][2]int16{
		wad.SwitchesShareware:  {{2, 1}},
		wad.SwitchesRegistered: {{2, 1}, {3, 4}},
		wad.SwitchesCommercial: {{2, 1}, {3, 4}, {5, 6}},
	} {
		if got := wad.Switches(tex, game, own); !slices.Equal(got, want) {
			t.Errorf("game %d: switches %v, want %v", game, got, want)
		}
	}
}

// Patches may replace vanilla's textures.
func TestSwitchesAndAnimsOfOtherNames(t *testing.T) {
	w := textured([]wadtest.Texture{
		wadtest.Tex("NONE", 8, 8), wadtest.Tex("OFF", 8, 8), wadtest.Tex("ON", 8, 8), wadtest.Tex("FIRST", 8, 8), wadtest.Tex("LAST", 8, 8),
	}, wadtest.Patch(8, 8, 1))
	set := mustSet(t, w)
	tex := mustTextures(t, set)
	lump := func(name string) string {
		if to, ok := map[string]string{"SW1BRCOM": "OFF", "SW2BRCOM": "ON", "BFALL1": "FIRST", "BFALL4": "LAST"}[name]; ok {
			return to
		}
		return name
	}
	if got := wad.Switches(tex, wad.SwitchesShareware, lump); !slices.Equal(got, [][2]int16{{1, 2}}) {
		t.Errorf("switches %v", got)
	}
	if got := wad.Anims(set, tex, lump); !slices.Equal(got, []wad.Anim{{Texture: true, Base: 3, Count: 2}}) {
		t.Errorf("animations %v", got)
	}
}
