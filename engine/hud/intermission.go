package hud

import (
	"math"

	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// The positions of the intermission's parts.
const (
	titleY  = 2
	rowStep = 33

	aloneX, aloneY = 50, 50
	timeX, timeY   = 16, pageHeight - 32

	coopX, coopY = 32, 50
	coopStep     = 64

	deathX, deathY     = 42, 68
	deathStep          = 40
	totalX             = 269
	killersX, killersY = 10, 100
	victimsX, victimsY = 5, 50
	figureDrop         = 10 // of figures below the top of their row
)

// tooLong is the longest time shown, in seconds; beyond it sucks.
const tooLong = 61 * 59

// drawIntermission draws the page between two levels.
func (d *Display) drawIntermission(g *sim.Game) {
	switch {
	case g.Intermission.Stage != sim.StageCount:
		d.drawWay(g)
	case g.Deathmatch != 0:
		d.drawDeathmatch(g)
	case g.NetGame:
		d.drawCoop(g)
	default:
		d.drawAlone(g)
	}
}

func (d *Display) drawBackground(g *sim.Game) {
	a := &d.art.intermission
	b := a.background[commercialBackground]
	if e := g.Episode - 1; !g.Content().Mission.Commercial() && e >= 0 && e < commercialBackground {
		b = a.background[e]
	}
	d.page.patch(b, 0, 0)
	d.drawSpots(g)
}

// levelName returns the picture of a level's name, by number from 0.
func (d *Display) levelName(g *sim.Game, n int32) *wad.Patch {
	names := d.art.intermission.levels[0]
	if e := g.Episode - 1; !g.Content().Mission.Commercial() && e >= 0 && e < len(d.art.intermission.levels) {
		names = d.art.intermission.levels[e]
	}
	if n < 0 || int(n) >= len(names) {
		return nil
	}
	return names[n]
}

// middle draws a picture in the middle of a row.
func (d *Display) middle(p *wad.Patch, y int32) {
	d.page.patch(p, (pageWidth-width(p))/2, y)
}

func (d *Display) drawFinished(g *sim.Game) {
	name := d.levelName(g, g.Intermission.Last)
	d.middle(name, titleY)
	d.middle(d.art.intermission.finished, titleY+5*height(name)/4)
}

func (d *Display) drawEntering(g *sim.Game) {
	name := d.levelName(g, g.Intermission.Next)
	d.middle(d.art.intermission.entering, titleY)
	d.middle(name, titleY+5*height(name)/4)
}

// figure draws a number that ends at x, with at least the given number of digits, and
// returns its left edge. Every digit is as wide as a 0.
func (d *Display) figure(x, y, n int32, digits int) int32 {
	if n == noNumber {
		return 0
	}
	a := &d.art.intermission
	negative := n < 0
	if negative {
		n = -max(n, -math.MaxInt32)
	}
	if digits < 0 {
		digits = 1
		for rest := n / 10; rest > 0; rest /= 10 {
			digits++
		}
	}
	for range digits {
		x -= width(a.numbers[0])
		d.page.patch(a.numbers[n%10], x, y)
		n /= 10
	}
	if negative {
		x -= 8
		d.page.patch(a.minus, x, y)
	}
	return x
}

// percent draws a percentage whose sign begins at x, or nothing if n is negative.
func (d *Display) percent(x, y, n int32) {
	if n < 0 {
		return
	}
	d.page.patch(d.art.intermission.percent, x, y)
	d.figure(x, y, n, -1)
}

// clock draws seconds as minutes and seconds that end at x, or nothing if they are
// negative.
func (d *Display) clock(x, y, seconds int32) {
	a := &d.art.intermission
	switch {
	case seconds < 0:
		return
	case seconds > tooLong:
		d.page.patch(a.sucks, x-width(a.sucks), y)
		return
	}
	for unit := int32(1); ; {
		x = d.figure(x, y, seconds/unit%60, 2) - width(a.colon)
		unit *= 60
		if unit == 60 || seconds/unit != 0 {
			d.page.patch(a.colon, x, y)
		}
		if seconds/unit == 0 {
			return
		}
	}
}

func (d *Display) drawAlone(g *sim.Game) {
	const right = pageWidth - aloneX
	a, in := &d.art.intermission, &g.Intermission
	shown := &in.Shown[loner(g)]
	step := 3 * height(a.numbers[0]) / 2
	d.drawBackground(g)
	d.drawFinished(g)
	y := int32(aloneY)
	d.page.patch(a.kills, aloneX, y)
	d.percent(right, y, shown.Kills)
	y += step
	d.page.patch(a.items, aloneX, y)
	d.percent(right, y, shown.Items)
	y += step
	d.page.patch(a.secret, aloneX, y)
	d.percent(right, y, shown.Secrets)

	d.page.patch(a.time, timeX, timeY)
	d.clock(pageWidth/2-timeX, timeY, in.ShownTime)
	if g.Episode <= 3 || g.Content().Mission.Commercial() { // vanilla has no par times for episode 4
		d.page.patch(a.par, pageWidth/2+timeX, timeY)
		d.clock(pageWidth-timeX, timeY, in.ShownPar)
	}
}

// loner returns the player of a single-player game.
func loner(g *sim.Game) int {
	for p, in := range g.Playing {
		if in {
			return p
		}
	}
	return 0
}

func (d *Display) drawCoop(g *sim.Game) {
	a, in := &d.art.intermission, &g.Intermission
	frags := in.FragSum != 0
	left := coopX + width(a.star)/2
	if !frags {
		left += 32
	}
	d.drawBackground(g)
	d.drawFinished(g)
	for i, p := range [4]*wad.Patch{a.kills, a.items, a.secrets, a.frags} {
		if i < 3 || frags {
			d.page.patch(p, left+int32(i+1)*coopStep-width(p), coopY)
		}
	}
	y := coopY + height(a.kills)
	for p := range g.Players {
		if !g.Playing[p] {
			continue
		}
		x := left - width(a.players[p])
		d.page.patch(a.players[p], x, y)
		if p == d.player {
			d.page.patch(a.star, x, y)
		}
		shown := &in.Shown[p]
		x = left
		for _, n := range [3]int32{shown.Kills, shown.Items, shown.Secrets} {
			x += coopStep
			d.percent(x-width(a.percent), y+figureDrop, n)
		}
		if frags {
			d.figure(x+coopStep, y+figureDrop, shown.Total, -1)
		}
		y += rowStep
	}
}

func (d *Display) drawDeathmatch(g *sim.Game) {
	a, in := &d.art.intermission, &g.Intermission
	d.drawBackground(g)
	d.drawFinished(g)
	d.page.patch(a.total, totalX-width(a.total)/2, deathY-rowStep+10)
	d.page.patch(a.killers, killersX, killersY)
	d.page.patch(a.victims, victimsX, victimsY)

	for p := range g.Players {
		if !g.Playing[p] {
			continue
		}
		half := width(a.players[p]) / 2
		x := deathX + int32(p+1)*deathStep - half // as a victim
		y := deathY + int32(p)*rowStep            // as a killer
		d.page.patch(a.players[p], x, deathY-rowStep)
		d.page.patch(a.players[p], deathX-half, y)
		if p == d.player {
			d.page.patch(a.deadStar, x, deathY-rowStep)
			d.page.patch(a.star, deathX-half, y)
		}
	}
	digit := width(a.numbers[0])
	for p := range g.Players {
		if !g.Playing[p] {
			continue
		}
		y := deathY + int32(p)*rowStep + figureDrop
		for q := range g.Players {
			if g.Playing[q] {
				d.figure(deathX+int32(q+1)*deathStep+digit, y, in.Shown[p].Frags[q], 2)
			}
		}
		d.figure(totalX+digit, y, in.Shown[p].Total, 2)
	}
}
