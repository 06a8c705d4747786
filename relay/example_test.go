package relay_test

import (
	"fmt"
	"time"

	"doomhost/lockstep"
	"doomhost/relay"
)

// A room without any I/O: one player opens the lobby, starts a game and plays two tics. Events
// with their times go in; actions come out.
func ExampleRoom() {
	room := relay.NewRoom(relay.Config{NewToken: func() string { return "secret" }})
	var now time.Duration
	var out relay.Outbox
	act := func() {
		for _, a := range out.Actions {
			if a.Kind == relay.GameStarted {
				fmt.Println("the game starts after", now)
			} else if a.Kind == relay.AcceptGame {
				fmt.Println("connection", a.Conn, "plays", a.Slot.Color())
			}
		}
		out.Reset()
	}
	happen := func(ev relay.Event) {
		room.Handle(now, &ev, &out)
		act()
	}

	const lobby, game = relay.ConnID(1), relay.ConnID(2)
	happen(relay.Event{Kind: relay.LobbyOpened, Conn: lobby})
	for _, msg := range []string{`{"t":"params","params":{"wad":"doom.wad"}}`, `{"t":"start"}`} {
		happen(relay.Event{Kind: relay.LobbyMessage, Conn: lobby, Data: []byte(msg)})
	}
	for room.Session() == nil { // the countdown
		now = room.Deadline()
		room.Advance(now, &out)
		act()
	}

	happen(relay.Event{Kind: relay.GameOpened, Conn: game, Slot: 0, Token: "secret"})
	for tic := range lockstep.Tic(2) {
		msg := lockstep.TicMsg{Tic: tic, Cmd: lockstep.Ticcmd{Forward: 50}}
		happen(relay.Event{Kind: relay.GameTic, Conn: game, Tic: msg})
	}
	fmt.Println("tics sealed:", room.Session().Frontier())
	// Output:
	// the game starts after 3s
	// connection 2 plays Green
	// tics sealed: 2
}

// A session of two players seals a tic when it has both ticcmds, or without the late player
// when the time is up.
func ExampleSession() {
	var seats [lockstep.NumSlots]relay.Seat
	seats[0] = relay.Seat{Taken: true, Token: "a"}
	seats[1] = relay.Seat{Taken: true, Token: "b"}
	log := relay.NewLog(nil)
	s := relay.NewSession(0, seats, log)
	var out relay.Outbox
	tic := func(now time.Duration, conn relay.ConnID, tic lockstep.Tic) {
		msg := lockstep.TicMsg{Tic: tic, Cmd: lockstep.Ticcmd{Forward: int8(10 * conn)}}
		s.Handle(now, &relay.Event{Kind: relay.GameTic, Conn: conn, Tic: msg}, &out)
	}

	s.Handle(0, &relay.Event{Kind: relay.GameOpened, Conn: 1, Slot: 0, Token: "a"}, &out)
	s.Handle(0, &relay.Event{Kind: relay.GameOpened, Conn: 2, Slot: 1, Token: "b"}, &out)
	tic(0, 1, 0)
	fmt.Println("one ticcmd: frontier", s.Frontier())
	tic(0, 2, 0)
	fmt.Println("both: frontier", s.Frontier())

	tic(0, 1, 1)
	wait := s.Deadline()
	s.Advance(wait, &out)
	b, err := log.Bundle(1)
	fmt.Println("after", wait, "filled for slots", b.Filled.Slots(), b.Cmds[1].Forward, err)
	// Output:
	// one ticcmd: frontier 0
	// both: frontier 1
	// after 250ms filled for slots [1] 20 <nil>
}
