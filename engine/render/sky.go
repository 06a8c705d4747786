package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	// skyShift turns an angle into a column of the sky; 1024 columns make a circle.
	skyShift = 22
	// skyMid is the row of the sky at the height of the eye.
	skyMid = 100 * fixed.Unit
)

// drawSky draws a plane of sky. Only the direction selects its column, and it is never
// dark, whatever light the eye has.
func (r *Renderer) drawSky(pl *plane) {
	pen := columnPen{
		dst: r.dst, stride: r.stride, centerY: r.proj.centerY,
		mid:   skyMid,
		step:  uint32(r.proj.invPixel),
		light: &r.art.colormaps[0],
	}
	for x := pl.minX; x <= pl.maxX; x++ {
		if pl.top[x+1] == noRow {
			continue
		}
		a := (r.eye.angle + r.proj.angle[x]) >> skyShift
		pen.x = x
		pen.draw(int32(pl.top[x+1]), int32(pl.bottom[x+1]), r.art.column(r.skyTexture, int32(a)))
	}
}

// skyName returns the name of a map's sky texture.
func skyName(mission info.Mission, episode, mapNum int) string {
	if mission >= info.MissionDoom2 {
		switch {
		case mapNum < 12:
			return "SKY1"
		case mapNum < 21:
			return "SKY2"
		}
		return "SKY3"
	}
	switch episode {
	case 2:
		return "SKY2"
	case 3:
		return "SKY3"
	case 4:
		return "SKY4"
	}
	return "SKY1"
}
