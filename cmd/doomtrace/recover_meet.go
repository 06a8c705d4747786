package main

import (
	"slices"

	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// There are too many combinations of four players' moves to play them all. But
// players hardly meet in a first tic: each one's move decides alone what becomes
// of its body. So each player's moves are played by themselves, and the hash over
// all objects is taken forwards from the start over the first bodies, and
// backwards from the wanted end over the others, until both meet. A move that
// changes more than the player's own body (something is picked up) is tried with
// the others' moves played on top of it, for one player at a time.

// wordsPerMobj is how many values of an object are hashed.
const wordsPerMobj = 18

type mobjWords [wordsPerMobj]uint32

func wordsOf(m *sim.Mobj) mobjWords {
	return mobjWords{
		uint32(m.Type), uint32(m.X), uint32(m.Y), uint32(m.Z), uint32(m.Angle),
		uint32(m.MomX), uint32(m.MomY), uint32(m.MomZ), uint32(m.Radius), uint32(m.Height),
		uint32(m.Flags), uint32(m.Health), uint32(m.State), uint32(m.Tics), uint32(m.MoveDir),
		uint32(m.MoveCount), uint32(m.ReactionTime), uint32(m.Threshold),
	}
}

func allWords(g *sim.Game) []mobjWords {
	var all []mobjWords
	for _, t := range g.Thinkers {
		if t.Kind == sim.ThinkMobj {
			all = append(all, wordsOf(g.MobjAt(t.Index)))
		}
	}
	return all
}

// fnvInverse undoes a multiplication by FNV's 32-bit prime.
const (
	fnvStart   uint32 = 2166136261
	fnvPrime   uint32 = 16777619
	fnvInverse uint32 = 899433627
)

func forward(h uint32, words *mobjWords) uint32 {
	for _, w := range words {
		for range 4 {
			h = (h ^ w&255) * fnvPrime
			w >>= 8
		}
	}
	return h
}

func backward(h uint32, words *mobjWords) uint32 {
	for i := wordsPerMobj - 1; i >= 0; i-- {
		for shift := 24; shift >= 0; shift -= 8 {
			h = h*fnvInverse ^ words[i]>>shift&255
		}
	}
	return h
}

// outcome is what one move of one player makes of its body.
type outcome struct {
	move lockstep.Ticcmd
	body mobjWords
}

// actor is a player, its body's place among all objects, and its outcomes.
type actor struct {
	player, place int
	outcomes      []outcome
}

type ticCmds = [sim.MaxPlayers]lockstep.Ticcmd

// firstMoves lists commands that lead to the wanted hash.
func (r *recovery) firstMoves() []ticCmds {
	wanted, ok := r.wantedHash()
	if !ok {
		return nil
	}
	found, tangled := r.movesOnTopOf(ticCmds{}, r.players, wanted)
	for i := 0; i < len(tangled) && len(found) == 0; i++ {
		var others []int
		for _, p := range r.players {
			if tangled[i][p] == (lockstep.Ticcmd{}) {
				others = append(others, p)
			}
		}
		found, _ = r.movesOnTopOf(tangled[i], others, wanted)
	}
	return found
}

// movesOnTopOf lists commands that lead to the wanted hash where the given
// players move as well, each for itself; tangled are those of their moves that
// change more than their own bodies, one of each kind.
func (r *recovery) movesOnTopOf(fixed ticCmds, players []int, wanted uint32) (found, tangled []ticCmds) {
	if _, err := r.play(&fixed); err != nil {
		return nil, nil
	}
	m := meeting{base: allWords(r.game), cmds: fixed}
	seen := map[uint32]bool{}
	for _, p := range players {
		a := actor{player: p, place: -1}
		bodies := map[mobjWords]bool{}
		for _, move := range r.moves {
			cmds := fixed
			cmds[p] = move
			hash, err := r.play(&cmds)
			body := r.game.Mobj(r.game.Players[p].Mo)
			if err != nil || body == nil {
				continue
			}
			now, words := allWords(r.game), wordsOf(body)
			place := slices.Index(now, words)
			alone := place >= 0 && len(now) == len(m.base) &&
				slices.Equal(now[:place], m.base[:place]) && slices.Equal(now[place+1:], m.base[place+1:])
			switch {
			case !alone && !seen[hash]:
				seen[hash] = true
				tangled = append(tangled, cmds)
			case alone && !bodies[words]:
				bodies[words] = true
				a.place = place
				a.outcomes = append(a.outcomes, outcome{move, words})
			}
		}
		if a.place >= 0 {
			m.actors = append(m.actors, a)
		}
	}
	slices.SortFunc(m.actors, func(a, b actor) int { return a.place - b.place })
	return m.find(wanted), tangled
}

// meeting looks for outcomes of all actors among the other objects.
type meeting struct {
	base   []mobjWords // of all objects, the actors' replaced by their outcomes
	actors []actor     // by place
	cmds   ticCmds

	middle map[uint32][]ticCmds // what the first half of the actors came to
	found  []ticCmds
}

func (m *meeting) find(wanted uint32) []ticCmds {
	m.middle = map[uint32][]ticCmds{}
	half := len(m.actors) / 2
	m.forwards(fnvStart, 0, 0, half)
	m.backwards(wanted, len(m.base), len(m.actors), half)
	return m.found
}

// forwards goes on with hash h before object from and actor i.
func (m *meeting) forwards(h uint32, from, i, half int) {
	if i == half {
		m.middle[h] = append(m.middle[h], m.cmds)
		return
	}
	a := &m.actors[i]
	for ; from < a.place; from++ {
		h = forward(h, &m.base[from])
	}
	for j := range a.outcomes {
		m.cmds[a.player] = a.outcomes[j].move
		m.forwards(forward(h, &a.outcomes[j].body), a.place+1, i+1, half)
	}
	m.cmds[a.player] = lockstep.Ticcmd{}
}

// backwards goes on with hash h behind object to-1 and actor i-1, down to where
// the first half ends.
func (m *meeting) backwards(h uint32, to, i, half int) {
	start := 0
	if i > 0 {
		start = m.actors[i-1].place + 1
	}
	for ; to > start; to-- {
		h = backward(h, &m.base[to-1])
	}
	if i == half {
		for _, first := range m.middle[h] {
			cmds := m.cmds
			for _, a := range m.actors[:half] {
				cmds[a.player] = first[a.player]
			}
			m.found = append(m.found, cmds)
		}
		return
	}
	a := &m.actors[i-1]
	for j := range a.outcomes {
		m.cmds[a.player] = a.outcomes[j].move
		m.backwards(backward(h, &a.outcomes[j].body), a.place, i-1, half)
	}
	m.cmds[a.player] = lockstep.Ticcmd{}
}
