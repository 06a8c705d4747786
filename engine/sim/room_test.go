package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// room is a wadtest.Room for tests to change: the player is in sector 0, line 6 leads to
// sector 1.
type room struct{ *wadtest.Map }

func newRoom(things ...wadtest.Thing) room { return room{wadtest.Room(things...)} }

func put16(b []byte, v int) { b[0], b[1] = byte(v), byte(v>>8) }

func (r room) line(i, special, tag int) room {
	put16(r.Linedefs[14*i+6:], special)
	put16(r.Linedefs[14*i+8:], tag)
	return r
}

func (r room) sector(i, floor, ceiling, special, tag int) room {
	s := r.Sectors[26*i:]
	put16(s, floor)
	put16(s[2:], ceiling)
	put16(s[22:], special)
	put16(s[24:], tag)
	return r
}

func (r room) light(i, light int) room {
	put16(r.Sectors[26*i+20:], light)
	return r
}

// middle gives a side a middle texture.
func (r room) middle(side int, texture string) room {
	copy(r.Sidedefs[30*side+20:], wadtest.Name(nil, texture))
	return r
}

// without takes the n-th thing off the map.
func (r room) without(n int) room {
	r.Things = append(r.Things[:10*n:10*n], r.Things[10*n+10:]...)
	return r
}

// roomContent returns a small IWAD in which every named map is the room.
func roomContent(t *testing.T, mission info.Mission, r room, maps ...string) *Content {
	t.Helper()
	w := &wadtest.WAD{}
	w.AddGraphics()
	for _, name := range maps {
		w.AddMap(name, r.Map)
	}
	c, err := NewContent(testwads.NewSet(t, testwads.Open(t, "room.wad", w.Bytes())), info.New(), mission)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// session is a game in a test and the commands that its players repeat.
type session struct {
	*Game
	t    *testing.T
	cmds [MaxPlayers]lockstep.Ticcmd
	mask lockstep.Mask
}

func begin(t *testing.T, c *Content, p Params) *session {
	t.Helper()
	g, err := New(c, p)
	if err != nil {
		t.Fatal(err)
	}
	s := &session{Game: g, t: t}
	for i, in := range p.Players {
		if in {
			s.mask |= 1 << i
		}
	}
	return s
}

// alone starts a Doom II game of one player on MAP01.
func alone(t *testing.T, r room) *session {
	t.Helper()
	return begin(t, roomContent(t, info.MissionDoom2, r, "MAP01"), Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
}

// together starts a co-op net game of the players.
func together(t *testing.T, r room, players ...int) *session {
	t.Helper()
	p := Params{Skill: 2, Episode: 1, Map: 1, NetGame: true}
	for _, n := range players {
		p.Players[n] = true
	}
	return begin(t, roomContent(t, info.MissionDoom2, r, "MAP01"), p)
}

// run plays n tics and counts the starts of each sound.
func (s *session) run(n int) map[info.SoundID]int {
	s.t.Helper()
	sounds := make(map[info.SoundID]int)
	for range n {
		if err := s.Tic(&s.cmds, s.mask); err != nil {
			s.t.Fatal(err)
		}
		for _, e := range s.Events().Sounds {
			sounds[e.Sound]++
		}
	}
	return sounds
}

// until plays tics until the condition holds, at most limit of them, and returns their
// number.
func (s *session) until(limit int, what string, done func() bool) int {
	s.t.Helper()
	for n := 1; n <= limit; n++ {
		s.run(1)
		if done() {
			return n
		}
	}
	s.t.Fatalf("%s: did not happen within %d tics", what, limit)
	return 0
}

func (s *session) body(p int) *Mobj { return s.mobjs.get(s.Players[p].Mo) }

// find returns the objects of a type, in thinker order.
func (s *session) find(kind info.MobjType) (found []*Mobj) {
	for _, t := range s.Thinkers {
		if t.Kind == ThinkMobj {
			if m := s.mobjs.at(t.Index); m.Type == kind {
				found = append(found, m)
			}
		}
	}
	return found
}

func (s *session) wantUnits(what string, got fixed.Fixed, want int) {
	s.t.Helper()
	if got != fixed.Fixed(want)*fixed.Unit {
		s.t.Errorf("%s is at %v/65536, want %d", what, got, want)
	}
}
