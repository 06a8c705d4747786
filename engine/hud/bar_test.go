package hud

import (
	"bytes"
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// part returns the pixels of a rectangle of the bar.
func (b *bar) part(x, y, w, h int32) []byte {
	var out []byte
	for ; h > 0; h-- {
		out = append(out, b.page.pix[y*pageWidth+x:][:w]...)
		y++
	}
	return out
}

// figure returns the pixels of a number's place with these last digits, drawn by hand.
func (b *bar) figure(n *number, digits ...int) []byte {
	want := newCanvas()
	want.restore(&b.plain, 0, barTop, pageWidth, pageHeight-barTop)
	x := n.x
	for i := len(digits) - 1; i >= 0; i-- {
		x -= width(n.digits[0])
		want.patch(n.digits[digits[i]], x, n.y)
	}
	other := *b
	other.page = want
	return other.place(n)
}

func (b *bar) place(n *number) []byte {
	w := n.places * width(n.digits[0])
	return b.part(n.x-w, n.y, w, height(n.digits[0]))
}

func TestNumbersShowTheirLastDigits(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 1, nil)
	s.play(1)
	for _, c := range []struct {
		n      int32
		digits []int
	}{
		{0, []int{0}}, {7, []int{7}}, {10, []int{1, 0}}, {100, []int{1, 0, 0}}, {1234, []int{2, 3, 4}}, {noNumber, nil},
	} {
		s.bar.number(&s.bar.health, c.n)
		if !bytes.Equal(s.bar.place(&s.bar.health), s.bar.figure(&s.bar.health, c.digits...)) {
			t.Errorf("%d does not show the digits %v", c.n, c.digits)
		}
	}
	// Two places hold at least -9.
	s.bar.number(&s.bar.frags, -9)
	nine := s.bar.place(&s.bar.frags)
	s.bar.number(&s.bar.frags, -50)
	if !bytes.Equal(s.bar.place(&s.bar.frags), nine) {
		t.Error("-50 frags are not shown as -9")
	}
}

func TestWeaponsWithoutAmmoShowNone(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 1, nil)
	s.play(1)
	s.me().ReadyWeapon = info.WeaponFist
	s.play(1)
	if !bytes.Equal(s.bar.place(&s.bar.ammo), s.bar.figure(&s.bar.ammo)) {
		t.Error("a fist shows ammo")
	}
	s.me().ReadyWeapon = info.WeaponPistol
	s.play(1)
	if !bytes.Equal(s.bar.place(&s.bar.ammo), s.bar.figure(&s.bar.ammo, 5, 0)) {
		t.Error("a pistol does not show 50")
	}
}

func TestKeysStayInSightUntilBirth(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 2, nil)
	s.play(1)
	key := func() []byte { return s.bar.part(keyX-2, keyY-2, 12, 9) }
	none := key()
	s.me().Cards[info.CardBluecard] = true
	s.play(1)
	card := key()
	s.me().Cards[info.CardBlueskull] = true
	s.play(1)
	skull := key()
	if bytes.Equal(card, none) || bytes.Equal(skull, none) || bytes.Equal(skull, card) {
		t.Fatal("card and skull look alike, or like none")
	}
	s.me().Cards = [info.NumCards]bool{}
	s.play(1)
	if !bytes.Equal(key(), skull) {
		t.Error("a lost key went out of sight")
	}
	s.me().State = sim.PlayerReborn
	s.play(1)
	if !bytes.Equal(key(), none) {
		t.Error("the respawned player's bar shows a key")
	}
}

func TestFragsSubtractSuicides(t *testing.T) {
	p := sim.Player{Frags: [sim.MaxPlayers]int32{3, 5, 0, 1}}
	for player, want := range []int32{9 - 2*3, 9 - 2*5, 9, 9 - 2*1} {
		if got := fragCount(&p, player); got != want {
			t.Errorf("player %d: %d frags, want %d", player, got, want)
		}
	}
}

func TestNetGamesShowThePlayersColor(t *testing.T) {
	back := func(players, console int, demo bool) byte {
		s := newStage(t, "freedoom2", render.Config{}, players, func(p *sim.Params) { p.Console = console })
		s.Demo = demo
		s.play(1)
		return s.bar.plain.pix[(barTop+3)*pageWidth+faceX+3]
	}
	alone := back(1, 0, false)
	colors := map[byte]bool{alone: true}
	for p := range sim.MaxPlayers {
		colors[back(4, p, false)] = true
	}
	if len(colors) != 5 {
		t.Errorf("%d backgrounds, want one for each player and one for a game alone", len(colors))
	}
	if back(4, 2, true) != back(4, 0, false) {
		t.Error("a demo does not show the first player's color")
	}
}
