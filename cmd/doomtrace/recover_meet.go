package main

import (
	"slices"

	"doomhost/engine/sim"
)

// With three or four players there are too many combinations of moves to play
// them all. In a first tic players hardly meet, so each one's move decides alone
// what becomes of its body, and the hash over all objects can be taken forwards
// from the start over the first two bodies, and backwards from the wanted end
// over the others, until both meet.

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
	move sim.Ticcmd
	body mobjWords
}

// actor is a player, its body's place among all objects, and its outcomes.
type actor struct {
	player, place int
	outcomes      []outcome
}

// actors plays each player's moves by themselves. Moves that change anything but
// the player's own body, or come to the same as an earlier one, are left out.
func (r *recovery) actors() (base []mobjWords, actors []actor) {
	var none [sim.MaxPlayers]sim.Ticcmd
	if _, err := r.play(&none); err != nil {
		return nil, nil
	}
	base = allWords(r.game)
	for _, p := range r.players {
		a := actor{player: p, place: -1}
		seen := map[mobjWords]bool{}
		for _, move := range r.moves {
			cmds := none
			cmds[p] = move
			if _, err := r.play(&cmds); err != nil {
				continue
			}
			now := allWords(r.game)
			if len(now) != len(base) {
				continue
			}
			body := r.game.Mobj(r.game.Players[p].Mo)
			if body == nil {
				continue
			}
			words := wordsOf(body)
			place := slices.Index(now, words)
			alone := place >= 0 && slices.Equal(now[:place], base[:place]) && slices.Equal(now[place+1:], base[place+1:])
			if alone && !seen[words] {
				seen[words] = true
				a.place = place
				a.outcomes = append(a.outcomes, outcome{move, words})
			}
		}
		if a.place < 0 {
			return nil, nil
		}
		actors = append(actors, a)
	}
	slices.SortFunc(actors, func(a, b actor) int { return a.place - b.place })
	return base, actors
}

// meetInTheMiddle lists commands of three or four players that lead to the
// wanted hash.
func (r *recovery) meetInTheMiddle(wanted uint32) (found [][sim.MaxPlayers]sim.Ticcmd) {
	base, actors := r.actors()
	if len(actors) < 3 {
		return nil
	}
	forwards := func(h uint32, from, to int) uint32 {
		for i := from; i < to; i++ {
			h = forward(h, &base[i])
		}
		return h
	}
	backwards := func(h uint32, from, to int) uint32 {
		for i := from; i > to; i-- {
			h = backward(h, &base[i-1])
		}
		return h
	}

	a, b := &actors[0], &actors[1]
	middle := map[uint32][][2]*outcome{}
	h := forwards(fnvStart, 0, a.place)
	for i := range a.outcomes {
		ha := forwards(forward(h, &a.outcomes[i].body), a.place+1, b.place)
		for j := range b.outcomes {
			hb := forward(ha, &b.outcomes[j].body)
			middle[hb] = append(middle[hb], [2]*outcome{&a.outcomes[i], &b.outcomes[j]})
		}
	}

	c := &actors[2]
	last := []outcome{{}}
	end := backwards(wanted, len(base), c.place+1)
	if len(actors) == 4 {
		last = actors[3].outcomes
		end = backwards(wanted, len(base), actors[3].place+1)
	}
	for i := range last {
		hd := end
		if len(actors) == 4 {
			hd = backwards(backward(end, &last[i].body), actors[3].place, c.place+1)
		}
		for j := range c.outcomes {
			hc := backwards(backward(hd, &c.outcomes[j].body), c.place, b.place+1)
			for _, pair := range middle[hc] {
				var cmds [sim.MaxPlayers]sim.Ticcmd
				cmds[a.player], cmds[b.player] = pair[0].move, pair[1].move
				cmds[c.player] = c.outcomes[j].move
				if len(actors) == 4 {
					cmds[actors[3].player] = last[i].move
				}
				found = append(found, cmds)
			}
		}
	}
	return found
}
