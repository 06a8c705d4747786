package referee

import (
	"bytes"
	"fmt"
	"slices"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/lockstep"
)

// difference lists where two states differ: the host's lines begin with -, the client's
// with +.
func difference(ours, theirs *sim.Game) []byte {
	var out bytes.Buffer
	a, b := describe(ours), describe(theirs)
	// Most lines have the same position in both states, but a removed object shifts the
	// rest, so match lines by content, not by number.
	seen := make(map[string]int, len(b))
	for _, line := range b {
		seen[line]++
	}
	common := make(map[string]int, len(a))
	for _, line := range a {
		if seen[line] > 0 {
			seen[line]--
			common[line]++
			continue
		}
		fmt.Fprintf(&out, "- %s\n", line)
	}
	for _, line := range b {
		if common[line] > 0 {
			common[line]--
			continue
		}
		fmt.Fprintf(&out, "+ %s\n", line)
	}
	if out.Len() == 0 {
		out.WriteString("no difference in the compared parts: random index, clock, players, map objects, sectors\n")
	}
	return out.Bytes()
}

// describe lists the parts of a state in which most differences show.
func describe(g *sim.Game) []string {
	lines := []string{
		fmt.Sprintf("game: tic %d, leveltime %d, map %s, random index %d", g.GameTic, g.LevelTime, g.Level().Name, g.Random),
	}
	for i := range g.Players {
		p := g.Players[i]
		p.Cmd, p.Message = lockstep.Ticcmd{}, 0
		lines = append(lines, fmt.Sprintf("player %d: %+v", i, p))
	}
	for _, line := range bytes.Split(trace.AppendMobjs(nil, g, int(g.GameTic)), []byte("\n")) {
		lines = append(lines, "object: "+string(line))
	}
	for i := range g.Sectors {
		s := g.Sectors[i]
		lines = append(lines, fmt.Sprintf("sector %d: floor %d %d, ceiling %d %d, light %d, special %d",
			i, s.FloorHeight, s.FloorPic, s.CeilingHeight, s.CeilingPic, s.Light, s.Special))
	}
	return slices.Clip(lines)
}
