package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// Text of the finale.
const (
	textX, textY = 10, 10
	textRow      = 11
	textTics     = 3  // per letter
	textDelay    = 10 // tics before the first one
)

// drawFinale draws the page that follows an episode.
func (d *Display) drawFinale(g *sim.Game) {
	switch g.Finale.Stage {
	case sim.FinaleText:
		d.drawStory(g)
	case sim.FinaleCast:
		d.drawCast(g)
	default:
		d.drawEndPicture(g)
	}
}

// drawStory draws the part of the text written so far.
func (d *Display) drawStory(g *sim.Game) {
	tables := g.Content().Tables
	if n, ok := d.content.Set.FlatNumber(tables.Text(g.Finale.Flat)); ok {
		d.page.fill(d.content.Set.Flat(n), 0, 0, pageWidth, pageHeight)
	} else {
		d.page.clear(0)
	}
	text := tables.Text(g.Finale.Text)
	written := max(int(g.Finale.Count-textDelay)/textTics, 0)
	x, y := int32(textX), int32(textY)
	for i := 0; i < len(text) && i < written; i++ {
		if text[i] == '\n' {
			x = textX
			y += textRow
			continue
		}
		glyph := d.art.glyph(text[i])
		if glyph == nil {
			x += spaceWidth
			continue
		}
		if x+glyph.Width > pageWidth {
			break
		}
		d.page.patch(glyph, x, y)
		x += glyph.Width
	}
}

// drawEndPicture draws the picture that ends an episode.
func (d *Display) drawEndPicture(g *sim.Game) {
	switch g.Episode {
	case 1:
		p := PageHelp2
		if d.content.Mission >= info.MissionUltimate {
			p = PageCredit
		}
		d.page.patch(d.art.pages[p], 0, 0)
	case 2:
		d.page.patch(d.art.pages[PageVictory], 0, 0)
	case 3:
		d.drawBunny(g.Finale.Count)
	case 4:
		d.page.patch(d.art.pages[PageEnd], 0, 0)
	}
}

// The bunny's landscape begins to move at scrollStart, a column in scrollTics; at
// endStart "THE END" appears, and from endShots on shots hit it.
const (
	scrollStart = 230
	scrollTics  = 2
	endStart    = 1130
	endShots    = 1180
	endShotTics = 5
	endX        = (pageWidth - 13*8) / 2
	endY        = (pageHeight - 8*8) / 2
)

func (d *Display) drawBunny(count int32) {
	a := &d.art.finale
	scrolled := min(max(pageWidth-(count-scrollStart)/scrollTics, 0), pageWidth)
	for x := range int32(pageWidth) {
		at := x + scrolled
		half := a.bunny[1]
		if at >= pageWidth {
			at -= pageWidth
			half = a.bunny[0]
		}
		if at < width(half) {
			d.page.column(half, int(at), x, 0)
		}
	}
	if count >= endStart {
		shot := min(max((count-endShots)/endShotTics, 0), int32(len(a.end))-1)
		d.page.patch(a.end[shot], endX, endY)
	}
}

// The position of the cast.
const (
	castX, castY = 160, 170
	castNameY    = 180
)

// drawCast draws the cast member on stage.
func (d *Display) drawCast(g *sim.Game) {
	tables := g.Content().Tables
	c := &g.Finale.Cast
	d.page.patch(d.art.finale.castStage, 0, 0)

	name := tables.Text(sim.CastOrder[c.Num].Name)
	w := int32(0)
	for i := range len(name) {
		w += d.art.advance(name[i])
	}
	x := int32(pageWidth/2) - w/2
	for i := range len(name) {
		d.page.patch(d.art.glyph(name[i]), x, castNameY)
		x += d.art.advance(name[i])
	}

	state := &tables.States[c.State]
	p, flip := d.renderer.Front(state.Sprite, state.Frame)
	if flip {
		d.page.flipped(p, castX, castY)
	} else {
		d.page.patch(p, castX, castY)
	}
}
