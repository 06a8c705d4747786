package render

import (
	"doomhost/engine/info"
	"doomhost/engine/wad"
)

// Front returns the picture of a sprite's frame as seen from the front, and whether to
// draw it mirrored; nil if there is none.
func (r *Renderer) Front(sprite info.SpriteID, frame uint16) (p *wad.Patch, flip bool) {
	f := r.art.frame(sprite, frame)
	if f == nil {
		return nil, false
	}
	return f.pics[0].patch, f.pics[0].flip
}
