package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

const (
	lightLevels = 16
	lightShift  = 4 // sector light to light level
	scaleSteps  = 48
	scaleShift  = 12
	zSteps      = 128
	zShift      = 20
	mapSteps    = 32 // colormaps from bright to dark
	// darkFall is the number of steps of distance per colormap.
	darkFall = 2
)

// lights are the colormaps by light level and distance.
type lights struct {
	// byScale is for walls and things, by their size. A finer picture has more steps.
	byScale [lightLevels][]uint8
	// byDistance is for planes.
	byDistance [lightLevels][zSteps]uint8
}

func newLights(c Config) lights {
	var l lights
	// Things at the same distance have the same light in every picture.
	const base = baseWidth / 2
	focal := int(focalLength(c) >> fixed.Bits)
	for i := range lightLevels {
		start := int32(lightLevels-1-i) * 2 * mapSteps / lightLevels
		l.byScale[i] = make([]uint8, (scaleSteps*focal+base-1)/base)
		for j := range l.byScale[i] {
			l.byScale[i][j] = clampMap(start - int32(j*base/focal)/darkFall)
		}
		for j := range l.byDistance[i] {
			size := fixed.Div(baseWidth/2*fixed.Unit, fixed.Fixed(j+1)<<zShift) >> scaleShift
			l.byDistance[i][j] = clampMap(start - int32(size)/darkFall)
		}
	}
	return l
}

func clampMap(n int32) uint8 { return uint8(min(max(n, 0), mapSteps-1)) }

// lightLevel returns the light level for a sector's light, with the weapon's light and
// the wall's contrast.
func (e *eye) lightLevel(light, contrast int32) int32 {
	return min(max(light>>lightShift+e.extraLight+contrast, 0), lightLevels-1)
}

// contrast returns the change of light for a wall: darker if it runs east and west,
// lighter if it runs north and south.
func contrast(seg *level.Seg) int32 {
	switch {
	case seg.V1.Y == seg.V2.Y:
		return -1
	case seg.V1.X == seg.V2.X:
		return 1
	}
	return 0
}

// atScale returns the colormap in a row of byScale for a scale.
func (r *Renderer) atScale(row []uint8, scale fixed.Fixed) *[256]byte {
	i := min(uint32(scale)>>scaleShift, uint32(len(row)-1))
	return &r.art.colormaps[row[i]]
}
