package bot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
	"doomhost/relay"
	rtc "doomhost/signal"
	"doomhost/signal/fast"
	"doomhost/signal/route"
	"doomhost/web/pace"
)

// Stats summarizes a game.
type Stats struct {
	Tics   int
	Late   int           // own ticcmds that the relay filled
	Moves  int           // changes to the channel
	Falls  int           // changes back to the socket
	Opened time.Duration // from the request for the first channel to its first bundle; 0 if none came
	Pace   pace.Stats
}

// game is a running game; Play's goroutine owns it.
type game struct {
	p      *Bot
	token  string
	pacer  pace.Pacer
	router *route.Router
	begun  bool
	asked  time.Time

	next    lockstep.Tic // the next tic to execute
	kept    [ringLen]lockstep.Ticcmd
	made    lockstep.Tic // the next ticcmd
	stats   Stats
	retryAt time.Time

	sockets, channels int // ids of the latest connections
	socket            *websocket.Conn
	channel           *rtc.Channel
	end               *fast.End
	cancel            context.CancelFunc // cancels the opening or open channel
	out               []byte
}

// ringLen exceeds the number of ticcmds that a pacer has in flight.
const ringLen = 64

// finalCodes are the close codes after which a player does not connect again.
var finalCodes = []relay.CloseCode{
	relay.CloseNormal, relay.CloseToken, relay.CloseKicked, relay.CloseNoSlot, relay.CloseTaken,
}

// EndedError reports the code with which the host ended a game.
type EndedError struct{ Code uint16 }

func (e EndedError) Error() string { return fmt.Sprintf("player: the game ended with %d", e.Code) }

// Play waits for the launch and plays until ctx is done, or until the game ends, which it
// reports as an EndedError.
func (b *Bot) Play(ctx context.Context) (Stats, error) {
	g := &game{p: b, router: route.New(), out: make([]byte, 0, fast.MaxMessage)}
	select {
	case g.token = <-b.launch:
	case <-ctx.Done():
		return g.stats, ctx.Err()
	}
	defer g.leave()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if err := g.act(); err != nil {
			return g.stats, err
		}
		g.build()
		timer.Reset(g.untilWake())
		select {
		case e := <-b.events:
			if err := g.take(&e); err != nil {
				return g.stats, err
			}
		case d := <-b.rtt:
			g.pacer.RTT(pace.Time(d))
		case <-timer.C:
		case <-ctx.Done():
			g.stats.Pace = g.pacer.Stats()
			return g.stats, nil
		}
		g.router.Advance(g.now())
		if !g.retryAt.IsZero() && time.Now().After(g.retryAt) {
			g.retryAt = time.Time{}
			g.router.Redial()
		}
	}
}

func (g *game) now() time.Duration { return time.Since(g.p.start) }

// leave closes all connections of the game.
func (g *game) leave() {
	if g.socket != nil {
		g.p.goodbye(g.socket, websocket.StatusNormalClosure, "")
	}
	if g.channel != nil {
		g.channel.Close(uint16(websocket.StatusNormalClosure), "")
	}
	if g.cancel != nil {
		g.cancel()
	}
}

// act executes the router's actions.
func (g *game) act() error {
	for i := 0; i < len(g.router.Actions); i++ {
		switch a := g.router.Actions[i]; a.Do {
		case route.OpenSocket:
			g.sockets++
			id, path := g.sockets, g.p.gamePath("game", g.token, uint32(g.next))
			g.p.work.Go(func() { g.p.openSocket(id, path) })
		case route.CloseSocket:
			if g.socket != nil {
				g.p.goodbye(g.socket, websocket.StatusCode(relay.CloseAgain), "")
			}
			g.socket = nil
			g.sockets++
		case route.OpenChannel:
			g.channels++
			id, path := g.channels, g.p.gamePath("signal", g.token, uint32(g.next))
			ctx, cancel := context.WithCancel(g.p.end)
			g.cancel, g.asked = cancel, time.Now()
			g.p.work.Go(func() { g.p.openChannel(ctx, id, path) })
		case route.CloseChannel:
			g.closeChannel()
		case route.Resend:
			g.resend(a.To)
		case route.Begin:
			if !g.begun {
				g.begun = true
				g.pacer.Start(pace.Time(g.now()), int32(g.next), g.roundTrip())
			}
			g.resend(route.Socket)
		case route.Use:
			g.used(a.To)
		case route.Lost:
			if slices.Contains(finalCodes, relay.CloseCode(a.Code)) {
				return EndedError{a.Code}
			}
			g.retryAt = time.Now().Add(250 * time.Millisecond)
		}
	}
	g.router.Actions = g.router.Actions[:0]
	return nil
}

func (g *game) used(w route.Way) {
	if w == route.Channel {
		g.stats.Moves++
		if g.stats.Opened == 0 {
			g.stats.Opened = time.Since(g.asked)
		}
	} else {
		g.stats.Falls++
	}
	if g.p.cfg.Used != nil {
		g.p.cfg.Used(w.String())
	}
}

// roundTrip returns the smallest round trip that the lobby has measured so far, or 0.
func (g *game) roundTrip() pace.Time {
	var low time.Duration
	for {
		select {
		case d := <-g.p.rtt:
			if low == 0 || d < low {
				low = d
			}
			continue
		default:
		}
		return pace.Time(low)
	}
}

func (g *game) closeChannel() {
	g.channels++
	if g.channel != nil {
		g.channel.Close(uint16(relay.CloseAgain), "")
	}
	if g.cancel != nil {
		g.cancel()
	}
	g.channel, g.end, g.cancel = nil, nil, nil
}

// take handles an event of a connection.
func (g *game) take(e *event) error {
	if e.way == route.Socket {
		return g.takeSocket(e)
	}
	return g.takeChannel(e)
}

func (g *game) takeSocket(e *event) error {
	if e.id != g.sockets {
		if e.what == opened {
			g.p.goodbye(e.socket, websocket.StatusCode(relay.CloseAgain), "")
		}
		return nil
	}
	switch e.what {
	case opened:
		g.socket = e.socket
		g.router.SocketOpened(g.now())
	case message:
		return g.bundle(route.Socket, e.msg, e.at)
	case closed:
		g.socket = nil
		g.router.SocketClosed(g.now(), e.code)
	}
	return nil
}

func (g *game) takeChannel(e *event) error {
	if e.id != g.channels {
		if e.what == opened {
			e.ch.Cut()
		}
		return nil
	}
	switch e.what {
	case opened:
		g.channel = e.ch
		if e.ch.Mode == rtc.Fast {
			g.end = fast.NewClient(uint32(g.next))
		}
		g.router.ChannelOpened()
	case closed:
		g.channel, g.end = nil, nil
		g.router.ChannelClosed(g.now(), e.code)
	case message:
		if g.end == nil {
			return g.bundle(route.Channel, e.msg, e.at)
		}
		var failed error
		if err := g.end.Take(e.msg, func(tic uint32, rec []byte) {
			b := append([]byte{byte(tic), byte(tic >> 8), byte(tic >> 16), byte(tic >> 24)}, rec...)
			if err := g.bundle(route.Channel, b, e.at); err != nil {
				failed = err
			}
		}); err != nil {
			return err
		}
		return failed
	}
	return nil
}

// bundle executes a bundle if it is the next one.
func (g *game) bundle(w route.Way, msg []byte, at time.Time) error {
	b, n, err := lockstep.DecodeBundle(msg)
	if err != nil || n != len(msg) {
		return fmt.Errorf("player: a bundle of %d bytes by the %v: %w", len(msg), w, err)
	}
	g.router.Bundle(g.now(), w)
	if b.Tic != g.next {
		return nil
	}
	g.next++
	g.stats.Tics++
	genuine := b.InGame.Has(g.p.Slot) && !b.Filled.Has(g.p.Slot)
	if !genuine && g.next > 1 {
		g.stats.Late++
	}
	g.pacer.Bundle(pace.Time(g.now()), int32(b.Tic), genuine)
	if g.end != nil {
		g.end.Confirm(uint32(g.next))
	}
	if g.p.cfg.Tic != nil {
		g.p.cfg.Tic(&b, at)
	}
	if g.p.cfg.Channel && g.next > 10 {
		g.router.Offer(g.now())
	}
	return nil
}

// build builds and sends the due ticcmds.
func (g *game) build() {
	if !g.begun {
		return
	}
	sent := false
	for {
		tic, ok := g.pacer.Due(pace.Time(g.now()))
		if !ok {
			break
		}
		cmd := lockstep.Ticcmd{Forward: 25, AngleTurn: int16(tic << 4)}
		g.kept[tic%ringLen] = cmd
		g.made = lockstep.Tic(tic) + 1
		for _, w := range []route.Way{route.Socket, route.Channel} {
			if g.router.Sends(w) {
				g.send(w, lockstep.Tic(tic))
				sent = sent || w == route.Channel
			}
		}
	}
	if g.end != nil && g.channel != nil && (sent || g.now() >= g.end.Deadline()) {
		g.flush()
	}
}

// send sends a ticcmd on a transport. A fast channel gets it with the next flush.
func (g *game) send(w route.Way, tic lockstep.Tic) {
	cmd := g.kept[tic%ringLen]
	msg := lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic, Cmd: cmd})
	switch {
	case w == route.Socket && g.socket != nil:
		// Write blocks only if the system's buffer is full, and then the game is over
		// anyway.
		_ = g.socket.Write(g.p.end, websocket.MessageBinary, msg)
	case w == route.Channel && g.end != nil:
		g.end.Put(uint32(tic), msg[4:])
	case w == route.Channel && g.channel != nil:
		_ = g.channel.Send(msg)
	}
}

func (g *game) flush() {
	g.out = g.end.Append(g.out[:0], g.now())
	_ = g.channel.Send(g.out) // lost data is repeated
}

// resend sends all ticcmds that no bundle has answered.
func (g *game) resend(w route.Way) {
	for tic := g.next; tic < g.made; tic++ {
		g.send(w, tic)
	}
	if w == route.Channel && g.end != nil && g.channel != nil {
		g.flush()
	}
}

// untilWake returns the time until the next deadline.
func (g *game) untilWake() time.Duration {
	now := g.now()
	wait := 100 * time.Millisecond
	if g.begun {
		if at, ok := g.pacer.Wake(); ok {
			wait = min(wait, time.Duration(at)-now)
		}
	}
	if g.end != nil {
		wait = min(wait, g.end.Deadline()-now)
	}
	return max(0, min(wait, g.router.Deadline()-now))
}
