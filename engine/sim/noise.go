package sim

import "doomhost/engine/level"

// soundFlood is the working memory of noiseAlert.
type soundFlood struct {
	// reach records for each sector how the noise got there: 0 not at all, 1 freely, 2
	// through one sound-blocking line.
	reach []uint8
	last  *level.Line // the line met last
}

// noiseAlert makes target the sound target of every sector that hears emitter's noise,
// where looking monsters wake up for it. Noise passes all openings, and one
// sound-blocking line but not two.
func (g *Game) noiseAlert(target, emitter *Mobj) {
	f := &g.flood
	f.reach = resize(f.reach, len(g.Sectors))
	clear(f.reach)
	f.last = nil
	g.spreadNoise(g.lv.Subsectors[emitter.Subsector].Sector, 1, target.Self)
	if f.last != nil {
		g.lineOpening(f.last) // vanilla's search leaves the last opening in the global
	}
}

// spreadNoise lets the noise into a sector and spreads it from there, line by line, in
// vanilla's order, because the opening of the last line matters.
func (g *Game) spreadNoise(sector int32, reach uint8, target Ref) {
	f := &g.flood
	f.reach[sector] = reach
	g.Sectors[sector].SoundTarget = target
	for _, line := range g.lv.Sectors[sector].Lines {
		l := &g.lv.Lines[line]
		if l.Flags&level.LineTwoSided == 0 {
			continue
		}
		f.last = l
		if l.Back < 0 {
			continue
		}
		then := reach
		if l.Flags&level.LineSoundBlock != 0 {
			if reach == 2 {
				continue
			}
			then = 2
		}
		other := l.Front
		if other == sector {
			other = l.Back
		}
		if was := f.reach[other]; was != 0 && was <= then {
			continue
		}
		front, back := &g.Sectors[l.Front], &g.Sectors[l.Back]
		if min(front.CeilingHeight, back.CeilingHeight) > max(front.FloorHeight, back.FloorHeight) {
			g.spreadNoise(other, then, target)
		}
	}
}
