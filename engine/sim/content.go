package sim

import (
	"errors"
	"strings"
	"sync"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/wad"
)

// Content is the data of a game: the WADs, the tables and the maps. It never changes, and
// any number of games and goroutines may share it (maps are read on first use, under a
// lock).
type Content struct {
	Set      *wad.Set
	Textures *wad.Textures
	Tables   *info.Tables
	Mission  info.Mission
	SkyFlat  int16 // the flat that shows the sky

	// switches holds the switch textures in vanilla's order, each off texture before its
	// on texture; switchAt holds each texture's index in switches, -1 for other textures.
	switches []int16
	switchAt []int16

	maps *mapCache
}

// NewContent prepares the data that games on set need. tables are the game's, with the
// WADs' patches applied; they must not change afterwards.
func NewContent(set *wad.Set, tables *info.Tables, mission info.Mission) (*Content, error) {
	tex, err := wad.LoadTextures(set)
	if err != nil {
		return nil, err
	}
	c := &Content{
		Set: set, Textures: tex, Tables: tables, Mission: mission, SkyFlat: set.SkyFlat(tables.Lump("F_SKY1")),
		switchAt: make([]int16, tex.Count()),
		maps:     &mapCache{stages: make(map[string]*stage)},
	}
	for i := range c.switchAt {
		c.switchAt[i] = -1
	}
	c.maps.plain = c
	game := wad.SwitchesRegistered
	if mission >= info.MissionDoom2 {
		game = wad.SwitchesCommercial
	}
	for _, pair := range wad.Switches(tex, game, tables.Lump) {
		for _, t := range pair {
			if c.switchAt[t] < 0 {
				c.switchAt[t] = int16(len(c.switches))
			}
			c.switches = append(c.switches, t)
		}
	}
	return c, nil
}

// MapName is the name of a map's lump in this content's game.
func (c *Content) MapName(episode, number int) string {
	return level.MapName(c.Mission >= info.MissionDoom2, episode, number)
}

// quick returns c with the tables for fast monsters: demons move and bite in half the
// time, and the missiles of imps, cacodemons and barons fly as fast as on nightmare.
func (c *Content) quick() *Content {
	c.maps.mu.Lock()
	defer c.maps.mu.Unlock()
	if c.maps.quick == nil {
		t := *c.Tables
		t.States = append([]info.State(nil), t.States...)
		t.Mobjs = append([]info.Mobj(nil), t.Mobjs...)
		for i := info.StateSargRun1; i <= info.StateSargPain2; i++ {
			if t.States[i].Tics != 1 { // only a patch's is; halved to 0 it could loop forever
				t.States[i].Tics >>= 1
			}
		}
		for _, m := range [...]info.MobjType{info.MobjBruisershot, info.MobjHeadshot, info.MobjTroopshot} {
			t.Mobjs[m].Speed = int32(20 * fixed.Unit)
		}
		q := *c
		q.Tables = &t
		c.maps.quick = &q
	}
	return c.maps.quick
}

// mapCache holds the maps read so far and the variants of the tables.
type mapCache struct {
	mu     sync.Mutex
	stages map[string]*stage
	quick  *Content // see Content.quick, nil until first used
	plain  *Content // the Content that NewContent made
}

// stage is a map's geometry with everything derived from it, as a level on it begins.
type stage struct {
	lv          *level.Level
	starts      [MaxPlayers]level.Thing // where each player starts
	hasStart    [MaxPlayers]bool
	deathStarts []level.Thing // at most maxDeathStarts
	scrollers   []int32       // lines whose front side scrolls
	sight       sightMap
}

// maxDeathStarts is the number of a map's deathmatch starts that count, from the first
// on. It is a rule, not a mere limit: it decides where random numbers place a player.
const maxDeathStarts = 10

// stage finds a map.
func (c *Content) stage(name string) (*stage, error) {
	name = strings.ToUpper(name)
	c.maps.mu.Lock()
	defer c.maps.mu.Unlock()
	if s := c.maps.stages[name]; s != nil {
		return s, nil
	}
	lv, err := level.Load(c.Set, c.Textures, name)
	if err != nil {
		return nil, err
	}
	s := &stage{lv: lv, sight: newSightMap(lv)}
	for i := range lv.Things {
		t := &lv.Things[i]
		if c.stopsThings(t.Type) {
			break
		}
		switch {
		case t.Type >= 1 && t.Type <= MaxPlayers:
			s.starts[t.Type-1] = *t // the last of several counts
			s.hasStart[t.Type-1] = true
		case t.Type == thingDeathStart && len(s.deathStarts) < maxDeathStarts:
			s.deathStarts = append(s.deathStarts, *t)
		}
	}
	if s.hasStart == [MaxPlayers]bool{} && len(s.deathStarts) == 0 {
		return nil, errors.New("load map " + name + ": lump THINGS: no player has a start")
	}
	for i := range lv.Lines {
		if lv.Lines[i].Special == lineScroll && lv.Lines[i].Side[0] >= 0 {
			s.scrollers = append(s.scrollers, int32(i))
		}
	}
	c.maps.stages[name] = s
	return s, nil
}

// Types of map things that are not map objects.
const thingDeathStart = 11

// stopsThings reports whether a map's list of things ends at this type. In Doom, vanilla
// does not just skip the monsters of Doom II: it stops reading at the first of them.
func (c *Content) stopsThings(thing int16) bool {
	if c.Mission >= info.MissionDoom2 {
		return false
	}
	switch thing {
	case 64, 65, 66, 67, 68, 69, 71, 84, 88, 89:
		return true
	}
	return false
}
