package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// barTop is the first row of the status bar.
const barTop = 168

// The positions of the bar's parts, in Doom's coordinates. Numbers end at their x.
const (
	ammoX, ammoY       = 44, 171
	healthX, healthY   = 90, 171
	fragsX, fragsY     = 138, 171
	armorX, armorY     = 221, 171
	armsX, armsY       = 104, 168
	armX, armY         = 111, 172 // the first weapon's number, with
	armStepX, armStepY = 12, 10
	armsInRow          = 3
	faceX, faceY       = 143, 168
	keyX, keyY         = 239, 171
	keyStepY           = 10
	countX, maxX       = 288, 314 // ammo in the corner
)

// countY holds the rows of the ammo kinds in the corner.
var countY = [info.NumAmmo]int32{
	info.AmmoClip: 173, info.AmmoShell: 179, info.AmmoCell: 191, info.AmmoMisl: 185,
}

const (
	numArms = 6 // weapon numbers 2 to 7
	numKeys = 3
	// noNumber shows nothing. An amount of exactly this value is invisible in vanilla
	// too.
	noNumber = 1994
)

// bar is the status bar. As vanilla does on the screen, it paints changes since the last
// tic, on its own page, and leaves vanilla's traces: lost keys stay visible until the
// player respawns, and a weapon's number that changes color loses the plate behind it.
type bar struct {
	art   *barArt
	page  canvas // rows from barTop on are the bar
	plain canvas // the bar without figures

	stale     bool // everything needs painting
	faceColor int  // of the face's background in net games, a player's number

	ammo    number
	counts  [info.NumAmmo]number
	maxima  [info.NumAmmo]number
	health  number
	armor   number
	frags   number
	arms    [numArms]icon
	face    icon
	keys    [numKeys]icon
	faceNow face
}

// number is a number on the bar that ends at x.
type number struct {
	digits *[10]*wad.Patch
	x, y   int32
	places int32
	shown  int32
}

// icon is a picture on the bar that changes.
type icon struct {
	x, y  int32
	shown *wad.Patch
}

func newBar(a *barArt) bar {
	b := bar{art: a, page: newCanvas(), plain: newCanvas(), stale: true, faceNow: newFace()}
	b.ammo = number{digits: &a.tall, x: ammoX, y: ammoY, places: 3}
	b.health = number{digits: &a.tall, x: healthX, y: healthY, places: 3}
	b.armor = number{digits: &a.tall, x: armorX, y: armorY, places: 3}
	b.frags = number{digits: &a.tall, x: fragsX, y: fragsY, places: 2}
	for i := range b.counts {
		b.counts[i] = number{digits: &a.small, x: countX, y: countY[i], places: 3}
		b.maxima[i] = number{digits: &a.small, x: maxX, y: countY[i], places: 3}
	}
	for i := range b.arms {
		n := int32(i)
		b.arms[i] = icon{x: armX + n%armsInRow*armStepX, y: armY + n/armsInRow*armStepY}
	}
	b.face = icon{x: faceX, y: faceY}
	for i := range b.keys {
		b.keys[i] = icon{x: keyX, y: keyY + int32(i)*keyStepY}
	}
	return b
}

// spawn starts a new life of the player with these weapons and repaints everything.
func (b *bar) spawn(owned [info.NumWeapons]bool) {
	b.stale = true
	b.faceNow.spawn(owned)
}

// tic advances the face and paints changes.
func (b *bar) tic(g *sim.Game, player int, random int32) {
	b.faceNow.tic(g, &g.Players[player], random)
	b.paint(g, player)
}

// paint paints everything that has changed since its last call.
func (b *bar) paint(g *sim.Game, player int) {
	p := &g.Players[player]
	if b.stale {
		b.paintPlain(g)
	}
	ammo := int32(noNumber)
	if kind := g.Content().Tables.Weapons[p.ReadyWeapon].Ammo; int(kind) < len(p.Ammo) {
		ammo = p.Ammo[kind]
	}
	b.number(&b.ammo, ammo)
	for i := range b.counts {
		b.number(&b.counts[i], p.Ammo[i])
		b.number(&b.maxima[i], p.MaxAmmo[i])
	}
	b.number(&b.health, p.Health)
	b.number(&b.armor, p.ArmorPoints)
	if g.Deathmatch == 0 {
		for i := range b.arms {
			digits := &b.art.grey
			if p.WeaponOwned[i+1] {
				digits = &b.art.small
			}
			b.icon(&b.arms[i], digits[i+2])
		}
	}
	b.icon(&b.face, b.art.faces[b.faceNow.index])
	for i := range b.keys {
		switch {
		case p.Cards[i+numKeys]:
			b.icon(&b.keys[i], b.art.keys[i+numKeys])
		case p.Cards[i]:
			b.icon(&b.keys[i], b.art.keys[i])
		}
	}
	if g.Deathmatch != 0 {
		b.number(&b.frags, fragCount(p, player))
	}
	b.stale = false
}

// fragCount returns a player's frags minus its suicides.
func fragCount(p *sim.Player, player int) int32 {
	n := -2 * p.Frags[player]
	for _, f := range p.Frags {
		n += f
	}
	return n
}

// paintPlain paints the bar without figures, on the page too.
func (b *bar) paintPlain(g *sim.Game) {
	b.plain.patch(b.art.background, 0, barTop)
	if g.NetGame {
		b.plain.patch(b.art.faceBack[b.faceColor], faceX, barTop)
	}
	b.page.restore(&b.plain, 0, barTop, pageWidth, pageHeight-barTop)
	b.page.patch(b.art.percent, healthX, healthY)
	b.page.patch(b.art.percent, armorX, armorY)
	if g.Deathmatch == 0 {
		b.page.patch(b.art.arms, armsX, armsY)
	}
	for i := range b.arms {
		b.arms[i].shown = nil
	}
	for i := range b.keys {
		b.keys[i].shown = nil
	}
	b.face.shown = nil
}

// icon replaces the previous picture with p.
func (b *bar) icon(i *icon, p *wad.Patch) {
	if i.shown == p {
		return
	}
	if old := i.shown; old != nil {
		b.page.restore(&b.plain, i.x-old.Left, i.y-old.Top, old.Width, old.Height)
	}
	b.page.patch(p, i.x, i.y)
	i.shown = p
}

// number shows n. A number with too many digits shows the last ones; a negative one is
// limited to what fits.
func (b *bar) number(num *number, n int32) {
	if num.shown == n && !b.stale {
		return
	}
	num.shown = n
	w, h := width(num.digits[0]), height(num.digits[0])
	x := num.x - num.places*w
	b.page.restore(&b.plain, x, num.y, num.places*w, h)
	if n == noNumber {
		return
	}
	negative := n < 0
	if negative {
		limit := int32(9)
		if num.places == 3 {
			limit = 99
		}
		n = -max(n, -limit)
	}
	x = num.x
	for place := int32(0); place < num.places && (n != 0 || place == 0); place++ {
		x -= w
		b.page.patch(num.digits[n%10], x, num.y)
		n /= 10
	}
	if negative {
		b.page.patch(b.art.minus, x-8, num.y)
	}
}

// draw shows the bar on a frame, and the border at its sides on a wide frame.
func (b *bar) draw(c *canvas, a *art) {
	c.rows(&b.page, barTop, pageHeight)
	if c.left == 0 {
		return
	}
	top, right := barTop*c.scale, c.left+pageWidth*c.scale
	for _, side := range [2][2]int{{0, c.left}, {right, c.width}} {
		if a.borderFlat != nil {
			c.fill(a.borderFlat, side[0], top, side[1], c.height)
		}
	}
	if w := width(a.border); w > 0 {
		strip := c.wide()
		for x := int32(0); x < int32(c.width/c.scale); x += w {
			if px := int(x) * c.scale; px+int(w)*c.scale <= c.left || px >= right {
				strip.patch(a.border, x, barTop)
			}
		}
	}
}
