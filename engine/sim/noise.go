package sim

import "doomhost/engine/level"

// soundFlood is the working memory of noiseAlert. reach says for each sector
// how the noise got there: 0 not at all, 1 freely, 2 through one sound-blocking
// line.
type soundFlood struct {
	reach []uint8
	queue []int32
}

// noiseAlert tells every sector that hears emitter's noise of target: monsters
// that look about there wake up for it. Noise passes all openings, and one
// sound-blocking line but not two.
//
// Sectors that hear freely are found first, then those behind one blocking
// line; nothing depends on the order within each.
func (g *Game) noiseAlert(target, emitter *Mobj) {
	f := &g.flood
	if len(f.reach) != len(g.Sectors) {
		f.reach = make([]uint8, len(g.Sectors))
		f.queue = make([]int32, 0, len(g.Sectors))
	}
	clear(f.reach)

	start := g.lv.Subsectors[emitter.Subsector].Sector
	f.reach[start] = 1
	f.queue = append(f.queue[:0], start)
	for i := 0; i < len(f.queue); i++ {
		g.spreadNoise(f.queue[i], 1, target.Self)
	}
	// The free part now stands whole in the queue; its blocking lines lead on.
	free := len(f.queue)
	for i := 0; i < free; i++ {
		g.leakNoise(f.queue[i])
	}
	for i := free; i < len(f.queue); i++ {
		g.spreadNoise(f.queue[i], 2, target.Self)
	}
}

// spreadNoise marks the sector as hearing, and queues its neighbours behind
// open lines that do not block sound.
func (g *Game) spreadNoise(sector int32, reach uint8, target Ref) {
	g.Sectors[sector].SoundTarget = target
	for _, line := range g.lv.Sectors[sector].Lines {
		if l := &g.lv.Lines[line]; l.Flags&level.LineSoundBlock == 0 {
			g.queueNoise(l, sector, reach)
		}
	}
}

// leakNoise queues the sector's neighbours behind sound-blocking lines.
func (g *Game) leakNoise(sector int32) {
	for _, line := range g.lv.Sectors[sector].Lines {
		if l := &g.lv.Lines[line]; l.Flags&level.LineSoundBlock != 0 {
			g.queueNoise(l, sector, 2)
		}
	}
}

func (g *Game) queueNoise(l *level.Line, sector int32, reach uint8) {
	if l.Flags&level.LineTwoSided == 0 || l.Back < 0 {
		return
	}
	other := l.Front
	if other == sector {
		other = l.Back
	}
	f := &g.flood
	if f.reach[other] != 0 {
		return
	}
	front, back := &g.Sectors[l.Front], &g.Sectors[l.Back]
	if min(front.CeilingHeight, back.CeilingHeight) <= max(front.FloorHeight, back.FloorHeight) {
		return
	}
	f.reach[other] = reach
	f.queue = append(f.queue, other)
}
