package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	// weaponMid is the row of vanilla's picture at which a weapon's height is 0.
	weaponMid = 100
	// blinkTics is the number of tics for which invisibility blinks at its end.
	blinkTics = 4 * 32
	blinkBit  = 8
)

// drawWeapon draws the weapon and its flash over the view.
func (r *Renderer) drawWeapon() {
	p := r.eye.player
	for x := range r.sprites.clipTop {
		r.sprites.clipTop[x] = -1
		r.sprites.clipBottom[x] = int16(r.proj.height)
	}
	near := r.lights.byScale[r.eye.lightLevel(r.sectors[r.eye.sector].light, 0)]
	for layer := range p.PSprites {
		psp := &p.PSprites[layer]
		if psp.State == info.StateNull {
			continue
		}
		state := &r.content.Tables.States[psp.State]
		frame := r.art.frame(state.Sprite, state.Frame)
		switch frame {
		case nil:
			continue
		case &r.art.noSprite:
			frame = &r.art.noWeapon
		}
		sx, sy := r.weaponPlace(layer)
		pic := &frame.pics[0]
		s := sprite{scale: r.proj.pixel}
		if !r.proj.stand(&s, pic, sx-baseWidth/2*fixed.Unit, r.proj.pixel, r.proj.invPixel) {
			continue
		}
		s.mid = weaponMid*fixed.Unit + fixed.Unit/2 - (sy - fixed.Fixed(pic.patch.Top)<<fixed.Bits)
		invisible := p.Powers[info.PowerInvisibility]
		switch {
		case invisible > blinkTics || invisible&blinkBit != 0:
		case r.eye.fixedMap != nil:
			s.light = r.eye.fixedMap
		case state.Frame&info.FrameFullBright != 0:
			s.light = &r.art.colormaps[0]
		default:
			s.light = &r.art.colormaps[near[len(near)-1]]
		}
		r.drawSprite(&s, r.sprites.clipTop, r.sprites.clipBottom)
	}
}
