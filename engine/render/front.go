package render

import (
	"doomhost/engine/info"
	"doomhost/engine/wad"
)

// Front is the picture of a sprite's frame as one sees it who stands before it,
// and whether it is to be drawn as in a mirror; nil where there is none.
func (r *Renderer) Front(sprite info.SpriteID, frame uint16) (p *wad.Patch, flip bool) {
	f := r.art.frame(sprite, frame)
	if f == nil {
		return nil, false
	}
	return f.pics[0].patch, f.pics[0].flip
}
