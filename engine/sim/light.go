package sim

// Times of blinking lights, in tics.
const (
	strobeBright   = 5
	strobeFastDark = 15
	strobeSlowDark = 35
	glowSpeed      = 8 // light levels a tic
	flickerTime    = 4
)

// FireFlicker is the light of a fire.
type FireFlicker struct {
	Sector, Count, Max, Min int32
}

// LightFlash is a broken lamp: mostly bright, dark for moments.
type LightFlash struct {
	Sector, Count, Max, Min, MaxTime, MinTime int32
}

// Strobe is a light that blinks regularly.
type Strobe struct {
	Sector, Count, Min, Max, DarkTime, BrightTime int32
}

// Glow is a light that swells and fades.
type Glow struct {
	Sector, Min, Max, Direction int32
}

func (g *Game) flickerThink(f *FireFlicker) {
	f.Count--
	if f.Count != 0 {
		return
	}
	sec := &g.Sectors[f.Sector]
	amount := int32(g.random()&3) * 16
	if int32(sec.Light)-amount < f.Min {
		sec.Light = int16(f.Min)
	} else {
		sec.Light = int16(f.Max - amount)
	}
	f.Count = flickerTime
}

func (g *Game) spawnFireFlicker(s int32) {
	i, f := g.flickers.alloc()
	g.addThinker(ThinkFireFlicker, i)
	sec := &g.Sectors[s]
	sec.Special = 0
	light := int32(sec.Light)
	*f = FireFlicker{Sector: s, Count: flickerTime, Max: light, Min: g.lowestLightAround(s, light) + 16}
}

func (g *Game) flashThink(f *LightFlash) {
	f.Count--
	if f.Count != 0 {
		return
	}
	sec := &g.Sectors[f.Sector]
	if int32(sec.Light) == f.Max {
		sec.Light = int16(f.Min)
		f.Count = int32(g.random())&f.MinTime + 1
	} else {
		sec.Light = int16(f.Max)
		f.Count = int32(g.random())&f.MaxTime + 1
	}
}

func (g *Game) spawnLightFlash(s int32) {
	i, f := g.flashes.alloc()
	g.addThinker(ThinkLightFlash, i)
	sec := &g.Sectors[s]
	sec.Special = 0
	light := int32(sec.Light)
	*f = LightFlash{Sector: s, Max: light, Min: g.lowestLightAround(s, light), MaxTime: 64, MinTime: 7}
	f.Count = int32(g.random())&f.MaxTime + 1
}

func (g *Game) strobeThink(f *Strobe) {
	f.Count--
	if f.Count != 0 {
		return
	}
	sec := &g.Sectors[f.Sector]
	if int32(sec.Light) == f.Min {
		sec.Light = int16(f.Max)
		f.Count = f.BrightTime
	} else {
		sec.Light = int16(f.Min)
		f.Count = f.DarkTime
	}
}

// spawnStrobe makes a sector blink. Sectors in step begin together.
func (g *Game) spawnStrobe(s, darkTime int32, inStep bool) {
	i, f := g.strobes.alloc()
	g.addThinker(ThinkStrobe, i)
	sec := &g.Sectors[s]
	sec.Special = 0
	light := int32(sec.Light)
	*f = Strobe{Sector: s, Count: 1, Max: light, Min: g.lowestLightAround(s, light), DarkTime: darkTime, BrightTime: strobeBright}
	if f.Min == f.Max {
		f.Min = 0
	}
	if !inStep {
		f.Count = int32(g.random()&7) + 1
	}
}

func (g *Game) glowThink(l *Glow) {
	sec := &g.Sectors[l.Sector]
	switch l.Direction {
	case down:
		sec.Light -= glowSpeed
		if int32(sec.Light) <= l.Min {
			sec.Light += glowSpeed
			l.Direction = up
		}
	case up:
		sec.Light += glowSpeed
		if int32(sec.Light) >= l.Max {
			sec.Light -= glowSpeed
			l.Direction = down
		}
	}
}

func (g *Game) spawnGlow(s int32) {
	i, l := g.glows.alloc()
	g.addThinker(ThinkGlow, i)
	sec := &g.Sectors[s]
	sec.Special = 0
	light := int32(sec.Light)
	*l = Glow{Sector: s, Max: light, Min: g.lowestLightAround(s, light), Direction: down}
}

// startStrobes makes all idle sectors with the tag blink.
func (g *Game) startStrobes(tag int16) {
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		g.spawnStrobe(s, strobeSlowDark, false)
	}
}

// lightsOff makes all sectors with the tag as dark as their darkest neighbour.
func (g *Game) lightsOff(tag int16) {
	for s := g.nextTagged(tag, -1); s >= 0; s = g.nextTagged(tag, s) {
		g.Sectors[s].Light = int16(g.lowestLightAround(s, int32(g.Sectors[s].Light)))
	}
}

// lightsOn gives all sectors with the tag a light level. Level 0 stands for the brightest
// neighbour's, taken from the first sector where that is not 0.
func (g *Game) lightsOn(tag int16, light int16) {
	for s := g.nextTagged(tag, -1); s >= 0; s = g.nextTagged(tag, s) {
		if light == 0 {
			for _, line := range g.lv.Sectors[s].Lines {
				if n := g.neighbor(line, s); n >= 0 {
					light = max(light, g.Sectors[n].Light)
				}
			}
		}
		g.Sectors[s].Light = light
	}
}
