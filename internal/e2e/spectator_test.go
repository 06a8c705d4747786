package e2e

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/engine"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// spectator is a native engine that listens to the session from tic 0 on.
type spectator struct {
	t    testing.TB
	conn *websocket.Conn
	done chan struct{}

	mu     sync.Mutex // guards all following fields
	hashes []string   // by tic
	masks  []lockstep.Mask
	bodies [sim.MaxPlayers]body // after the last tic
	filled [sim.MaxPlayers]int  // tics in a row that the host filled, up to the last
	silent [sim.MaxPlayers]int  // the longest such row since forgetSilence
	rests  [sim.MaxPlayers]bool // the player neither fires nor changes weapons
	uses   [sim.MaxPlayers]bool // use is held
	err    error

	strange string // the first ticcmd that did not fit, for words
}

// body is a player's marine: another one after each death and each coming into the game.
type body struct {
	mobj    sim.Ref
	bullets int32
}

// body is that of a slot as it is now.
func (s *spectator) body(slot int) body {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies[slot]
}

// awaitFilled waits until the host makes up what a slot does.
func (s *spectator) awaitFilled(slot int) {
	s.t.Helper()
	s.await(fmt.Sprintf("slot %d to be filled in for", slot), func() bool { return s.filled[slot] > 0 })
}

// forgetSilence lets silence count from now.
func (s *spectator) forgetSilence(slot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent[slot] = 0
}

// silence is the longest row of tics that the host filled for a slot since forgetSilence.
func (s *spectator) silence(slot int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.silent[slot]
}

// awaitRest waits until a player who let the trigger go has fired the last shot.
func (s *spectator) awaitRest(slot int) {
	s.t.Helper()
	s.await(fmt.Sprintf("slot %d to lower the gun", slot), func() bool { return s.rests[slot] })
}

// await waits until something is so after the last tic.
func (s *spectator) await(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		done := is()
		s.mu.Unlock()
		if done {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("waited 20 s for %s", what)
		}
	}
}

// stayed checks that a slot was in the game in all tics from first to before end.
func (s *spectator) stayed(slot, first, end int) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for tic, mask := range s.masks[first:end] {
		if mask>>slot&1 == 0 {
			s.t.Errorf("slot %d was out of the game in tic %d", slot, first+tic)
			return
		}
	}
}

// watch connects a native engine to the running session. params are those that
// the lobby chose, pwads the contents of its add-ons in their order.
func watch(t testing.TB, h *doomhost, iwad string, params sim.Params, pwads ...[]byte) *spectator {
	t.Helper()
	var wads []engine.WAD
	for _, data := range append([][]byte{testwads.IWAD(t, iwad)}, pwads...) {
		wads = append(wads, engine.WAD{Name: fmt.Sprintf("WAD %d of the game", len(wads)), Data: data, Sum: sha256.Sum256(data)})
	}
	content, err := engine.Load("", wads...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, fmt.Sprintf("ws://localhost:%d/ws/spectate", h.port), nil)
	if err != nil {
		t.Fatal("spectate:", err)
	}
	s := &spectator{t: t, conn: conn, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		err := s.follow(content, params)
		s.mu.Lock()
		s.err = err
		s.mu.Unlock()
	}()
	t.Cleanup(func() {
		_ = conn.CloseNow()
		<-s.done
	})
	return s
}

// follow steps the engine with every bundle.
func (s *spectator) follow(content *engine.Content, params sim.Params) error {
	var e *engine.Engine
	for {
		_, data, err := s.conn.Read(context.Background())
		if err != nil {
			return err
		}
		b, used, err := lockstep.DecodeBundle(data)
		if err != nil || used != len(data) {
			return fmt.Errorf("a bundle of %d bytes: %v", len(data), err)
		}
		if e == nil {
			for i := range params.Players {
				params.Players[i] = b.InGame.Has(lockstep.Slot(i))
			}
			if e, err = engine.New(content, params); err != nil {
				return err
			}
		}
		bad, err := e.Step(&b)
		if err != nil {
			return err
		}
		s.mu.Lock()
		if bad != 0 && s.strange == "" {
			s.strange = fmt.Sprintf("tic %d: the ticcmds of slots %04b were made in another state", b.Tic, bad)
		}
		s.hashes = append(s.hashes, fmt.Sprintf("%016x", e.Hash()))
		s.masks = append(s.masks, b.InGame)
		for i := range s.bodies {
			p := &e.Game().Players[i]
			s.bodies[i] = body{p.Mo, p.Ammo[info.AmmoClip]}
			s.filled[i]++
			if b.Filled>>i&1 == 0 {
				s.filled[i] = 0
			}
			s.silent[i] = max(s.silent[i], s.filled[i])
			s.rests[i] = !p.AttackDown && p.PSprites[0].State == content.Sim().Tables.Weapons[p.ReadyWeapon].ReadyState
			s.uses[i] = p.UseDown
		}
		s.mu.Unlock()
	}
}

// hash is the state's hash after a tic, "" where that isn't known yet.
func (s *spectator) hash(tic int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if tic < 0 || tic >= len(s.hashes) {
		return ""
	}
	return s.hashes[tic]
}

// fit checks that every player's ticcmds were made in the native engine's state.
func (s *spectator) fit() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.strange != "" {
		s.t.Error(s.strange)
	}
}

// tics is how many were sealed so far.
func (s *spectator) tics() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.hashes)
}

// mask says who was in the game in the last tic.
func (s *spectator) mask() lockstep.Mask {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.masks) == 0 {
		return 0
	}
	return s.masks[len(s.masks)-1]
}

// agree waits until a page has told a number of states' hashes of tics from first
// on, and checks each against the native engine's. How long that takes is the
// machine's affair, as long as the game goes on.
func (s *spectator) agree(p *page, first, least int) {
	s.t.Helper()
	p.await(time.Minute, fmt.Sprintf("%d tics from %d on", least, first), fmt.Sprintf("Object.keys(window.doomhost.hashes(%d)).length >= %d", first, least))
	theirs := p.hashes(first)
	last := slices.Max(slices.Collect(maps.Keys(theirs)))
	for deadline := time.Now().Add(time.Minute); s.tics() <= last; time.Sleep(10 * time.Millisecond) {
		select {
		case <-s.done:
			s.t.Fatalf("the spectator ended after %d tics: %v", s.tics(), s.err)
		default:
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%s had tic %d a minute ago, the spectator only %d", p.name, last, s.tics()-1)
		}
	}
	for tic, got := range theirs {
		if want := s.hash(tic); got != want {
			s.t.Fatalf("%s: after tic %d the state's hash is %s, the native engine's %s", p.name, tic, got, want)
		}
	}
}
