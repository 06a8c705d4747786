package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// Crosshair is what marks the middle of the view.
type Crosshair uint8

const (
	CrosshairOff Crosshair = iota
	CrosshairDot
	CrosshairCross
)

// Figures is the size of health, armor, ammunition, keys and frags over a view without the
// status bar.
type Figures uint8

const (
	FiguresOff Figures = iota
	FiguresSmall
	FiguresLarge
)

// Style is what a player adds to vanilla's picture, or takes from it. The zero Style is
// vanilla's.
type Style struct {
	Crosshair Crosshair
	Figures   Figures
	// Calm is the part of the flashes of pain and of pick-ups that is taken away, 0 to 100
	// percent.
	Calm int
}

// Colors of the crosshair, by health.
const (
	crosshairHealthy = 112
	crosshairHurt    = 231
	crosshairDying   = 176
)

// overlayArt holds the pictures beside the figures, which are the things' own.
type overlayArt struct {
	health *wad.Patch
	armor  [3]*wad.Patch // by the player's armor type; 0 is none
	ammo   [info.NumAmmo]*wad.Patch
}

func (l *loader) overlay(a *overlayArt) {
	a.health = l.patch("MEDIA0")
	a.armor = [3]*wad.Patch{1: l.patch("ARM1A0"), 2: l.patch("ARM2A0")}
	a.ammo[info.AmmoClip] = l.patch("CLIPA0")
	a.ammo[info.AmmoShell] = l.patch("SHELA0")
	a.ammo[info.AmmoCell] = l.patch("CELLA0")
	a.ammo[info.AmmoMisl] = l.patch("ROCKA0")
}

// calmed returns the palette that is left of a flash.
func (s Style) calmed(palette int) int {
	left := 100 - min(max(s.Calm, 0), 100)
	switch {
	case palette >= firstRed && palette < firstRed+reds:
		return palette * left / 100
	case palette >= firstBonus && palette < firstBonus+bonuses:
		if n := (palette - firstBonus + 1) * left / 100; n > 0 {
			return firstBonus - 1 + n
		}
		return 0
	default:
		return palette
	}
}

// drawCrosshair marks the middle of the view while the player lives.
func (d *Display) drawCrosshair(p *sim.Player) {
	if d.style.Crosshair == CrosshairOff || p.Health <= 0 {
		return
	}
	color := byte(crosshairDying)
	switch {
	case p.Health > 66:
		color = crosshairHealthy
	case p.Health > 33:
		color = crosshairHurt
	}
	c := &d.canvas
	rows := pageHeight
	if d.showsBar() {
		rows = barTop
	}
	pen := max(c.scale/2, 1)
	x, y := (c.width-pen)/2, (rows*c.scale-pen)/2
	box := func(x, y, w, h int) {
		for ; h > 0; h-- {
			row := c.pix[y*c.stride+x:][:w]
			for i := range row {
				row[i] = color
			}
			y++
		}
	}
	box(x, y, pen, pen)
	if d.style.Crosshair == CrosshairDot {
		return
	}
	gap, arm := 2*c.scale, 3*c.scale
	box(x-gap-arm, y, arm, pen)
	box(x+pen+gap, y, arm, pen)
	box(x, y-gap-arm, pen, arm)
	box(x, y+pen+gap, pen, arm)
}

const (
	figureMargin = 4
	// iconWidth is the room for a thing's picture beside its figure.
	iconWidth = 30
)

// drawFigures writes the status into the lower corners of the view, clear of the weapon.
func (d *Display) drawFigures(g *sim.Game, p *sim.Player) {
	if d.style.Figures == FiguresOff || d.showsBar() {
		return
	}
	digits := &d.art.bar.small
	if d.style.Figures == FiguresLarge {
		digits = &d.art.bar.tall
	}
	w, h := width(digits[0]), height(digits[0])
	c := d.canvas.wide()
	right := c.columns() - figureMargin
	y := int32(pageHeight) - figureMargin - h
	line := max(h, 16) + 3

	d.cornerFigure(&c, d.art.overlay.health, digits, p.Health, figureMargin+iconWidth+3*w, y)
	if p.ArmorPoints > 0 {
		icon := d.art.overlay.armor[min(max(p.ArmorType, 0), 2)]
		d.cornerFigure(&c, icon, digits, p.ArmorPoints, figureMargin+iconWidth+3*w, y-line)
	}
	if kind := g.Content().Tables.Weapons[p.ReadyWeapon].Ammo; int(kind) < len(p.Ammo) {
		d.cornerFigure(&c, d.art.overlay.ammo[kind], digits, p.Ammo[kind], right, y)
	}
	x := right
	for i := range numKeys {
		key := d.art.bar.keys[i]
		if p.Cards[i+numKeys] {
			key = d.art.bar.keys[i+numKeys]
		} else if !p.Cards[i] {
			continue
		}
		x -= width(key) + 2
		if key != nil {
			c.patch(key, x+key.Left, y-line+key.Top)
		}
	}
	if g.Deathmatch != 0 {
		d.cornerFigure(&c, nil, digits, fragCount(p, d.player), right, figureMargin)
	}
}

// cornerFigure writes a number that ends at x, with a picture left of the room for three digits.
func (d *Display) cornerFigure(c *canvas, icon *wad.Patch, digits *[10]*wad.Patch, n, x, y int32) {
	w, h := width(digits[0]), height(digits[0])
	if icon != nil {
		left := x - 3*w - iconWidth + (iconWidth-icon.Width)/2
		c.patch(icon, left+icon.Left, y+h-icon.Height+icon.Top)
	}
	negative := n < 0
	if negative {
		n = -n
	}
	for {
		x -= w
		c.patch(digits[n%10], x, y)
		if n /= 10; n == 0 {
			break
		}
	}
	if negative {
		c.patch(d.art.bar.minus, x-8, y)
	}
}
