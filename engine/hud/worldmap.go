package hud

import (
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// Doom's intermission shows the way through the episode on a map, with the levels' places
// and moving spots.

type point struct{ x, y int32 }

// places holds the places of the levels of episodes 1 to 3.
var places = [3][9]point{
	{{185, 164}, {148, 143}, {69, 122}, {209, 102}, {116, 89}, {166, 55}, {71, 56}, {135, 29}, {71, 24}},
	{{254, 25}, {97, 50}, {188, 64}, {128, 78}, {214, 92}, {133, 130}, {208, 136}, {148, 140}, {235, 158}},
	{{156, 168}, {48, 154}, {174, 95}, {265, 75}, {130, 48}, {279, 23}, {198, 48}, {140, 25}, {281, 136}},
}

// spot is a moving part of the map.
type spot struct {
	at     point
	frames int
	period int32 // tics per frame
	// next is 0 for a spot that always moves. Otherwise the spot changes on the way to
	// the level next (counted from 0) and stays at its last frame.
	next int32
}

const third = sim.TicRate / 3

var spots = [3][]spot{
	{
		{point{224, 104}, 3, third, 0},
		{point{184, 160}, 3, third, 0},
		{point{112, 136}, 3, third, 0},
		{point{72, 112}, 3, third, 0},
		{point{88, 96}, 3, third, 0},
		{point{64, 48}, 3, third, 0},
		{point{192, 40}, 3, third, 0},
		{point{136, 16}, 3, third, 0},
		{point{80, 16}, 3, third, 0},
		{point{64, 24}, 3, third, 0},
	},
	{
		{point{128, 136}, 1, third, 1},
		{point{128, 136}, 1, third, 2},
		{point{128, 136}, 1, third, 3},
		{point{128, 136}, 1, third, 4},
		{point{128, 136}, 1, third, 5},
		{point{128, 136}, 1, third, 6},
		{point{128, 136}, 1, third, 7},
		{point{192, 144}, 3, third, 8},
		{point{128, 136}, 1, third, 8},
	},
	{
		{point{104, 168}, 3, third, 0},
		{point{40, 136}, 3, third, 0},
		{point{160, 96}, 3, third, 0},
		{point{104, 80}, 3, third, 0},
		{point{120, 32}, 3, third, 0},
		{point{40, 0}, 3, sim.TicRate / 4, 0},
	},
}

const (
	maxSpots = 10
	// lateSpot is the spot that waits until the way to the next level is shown.
	lateSpot = 7
	// hidden is the frame of a spot that is not visible yet.
	hidden = -1
)

// worldMap moves the spots.
type worldMap struct {
	frame  [maxSpots]int32
	due    [maxSpots]int32 // the intermission's tic in which a spot changes
	marker bool            // whether the blinking "you are here" is visible

	phase sim.Phase // a tic ago
	stage sim.IntermissionStage
}

// moving returns the spots of the game's episode.
func moving(g *sim.Game) []spot {
	if g.Content().Mission.Commercial() || g.Episode < 1 || g.Episode > len(spots) {
		return nil
	}
	return spots[g.Episode-1]
}

// begin hides all spots and gives each a random time to start.
func (w *worldMap) begin(g *sim.Game, c *chance, tics int32) {
	for i, s := range moving(g) {
		w.frame[i] = hidden
		w.due[i] = tics + 1
		if s.next == 0 {
			w.due[i] += c.next() % s.period
		}
	}
}

// before runs in each tic before the sounds are heard, after runs after that: vanilla
// draws the random numbers in that order.
func (w *worldMap) before(g *sim.Game, c *chance) {
	in := &g.Intermission
	if g.Phase == sim.PhaseIntermission && w.phase != sim.PhaseIntermission {
		w.begin(g, c, 0)
		w.stage = sim.StageCount
	}
	w.phase = g.Phase
	if g.Phase != sim.PhaseIntermission {
		return
	}
	for i, s := range moving(g) {
		switch {
		case w.due[i] != in.Tics:
		case s.next == 0:
			w.frame[i] = (w.frame[i] + 1) % int32(s.frames)
			w.due[i] += s.period
		case s.next == in.Next && !(i == lateSpot && w.stage == sim.StageCount):
			w.frame[i] = min(w.frame[i]+1, int32(s.frames)-1)
			w.due[i] += s.period
		}
	}
}

func (w *worldMap) after(g *sim.Game, c *chance) {
	const blinkPeriod, blinkOn = 31, 20
	in := &g.Intermission
	if g.Phase != sim.PhaseIntermission {
		return
	}
	switch {
	case in.Stage == sim.StageNextMap && w.stage != sim.StageNextMap:
		w.begin(g, c, in.Tics)
	case in.Stage == sim.StageNextMap:
		w.marker = in.Countdown&blinkPeriod < blinkOn
	case in.Stage == sim.StageGoing:
		w.marker = true
	}
	w.stage = in.Stage
}

// drawSpots draws the moving spots.
func (d *Display) drawSpots(g *sim.Game) {
	for i, s := range moving(g) {
		if f := d.world.frame[i]; f >= 0 {
			d.page.patch(d.art.intermission.spots[g.Episode-1][i][f], s.at.x, s.at.y)
		}
	}
}

// drawWay draws the finished levels, the next level and its name.
func (d *Display) drawWay(g *sim.Game) {
	a, in := &d.art.intermission, &g.Intermission
	d.drawBackground(g)
	if g.Content().Mission.Commercial() {
		if in.Next != 30 {
			d.drawEntering(g)
		}
		return
	}
	if g.Episode <= len(places) {
		last := in.Last
		if last == 8 {
			last = in.Next - 1
		}
		for n := int32(0); n <= last && n < 9; n++ {
			d.drawAt(g, n, a.splat, nil)
		}
		if g.Players[d.player].DidSecret {
			d.drawAt(g, 8, a.splat, nil)
		}
		if d.world.marker {
			d.drawAt(g, in.Next, a.here[0], a.here[1])
		}
	}
	d.drawEntering(g)
}

// drawAt marks a level with the first of two pictures that fits on the page.
func (d *Display) drawAt(g *sim.Game, n int32, first, second *wad.Patch) {
	if n < 0 || n > 8 {
		return
	}
	at := places[g.Episode-1][n]
	for _, p := range [2]*wad.Patch{first, second} {
		if p == nil {
			continue
		}
		left, top := at.x-p.Left, at.y-p.Top
		if left >= 0 && left+p.Width < pageWidth && top >= 0 && top+p.Height < pageHeight {
			d.page.patch(p, at.x, at.y)
			return
		}
	}
}
