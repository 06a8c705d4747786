package render

import (
	"slices"

	"doomhost/engine/level"
	"doomhost/engine/sim"
)

// Mapped returns the set of lines seen since the level began, for the automap: bit n%64
// of word n/64 is line n. It includes lines with the map's own mapped flag. The caller
// must not change it, and may read it until the next Draw or Capture.
func (r *Renderer) Mapped() []uint64 { return r.mapped }

func (r *Renderer) mark(line int32) { r.mapped[line>>6] |= 1 << (line & 63) }

// useLevel detects a new level, or a restart of the same one. If both the game's and the
// level's clock run backwards, a state has been restored, and the level is not new.
func (r *Renderer) useLevel(s *sim.State, lv *level.Level) {
	again := s.GameTic > r.lastGameTic && s.LevelTime < r.lastLevelTime
	r.lastGameTic, r.lastLevelTime = s.GameTic, s.LevelTime
	if lv == r.level && !again {
		return
	}
	if r.level == nil || r.config.OwnSky {
		r.skyTexture = r.art.skyNumber(r.content.Tables.Lump(skyName(r.content.Mission, s.Episode, s.Map)))
	}
	r.level = lv
	r.mapped = slices.Grow(r.mapped[:0], (len(lv.Lines)+63)/64)[:(len(lv.Lines)+63)/64]
	clear(r.mapped)
	for i := range lv.Lines {
		if lv.Lines[i].Flags&level.LineMapped != 0 {
			r.mark(int32(i))
		}
	}
	r.sectors = slices.Grow(r.sectors[:0], len(lv.Sectors))[:len(lv.Sectors)]
}
