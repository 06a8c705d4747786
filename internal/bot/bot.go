// Package bot is a player without a screen, for tests and measurements. It does what the
// browser's Worker does, with the same clock (web/pace) and the same choice between
// WebSocket and data channel (signal/route): it takes a seat in the lobby, builds ticcmds
// at 35 Hz, counts bundles, and moves to a data channel and back. It runs no engine, so its
// ticcmds carry no true consistancy.
//
// Goroutines: Play runs in the caller's goroutine and owns all state of the game. Each
// connection has one goroutine that opens and reads it, and the lobby has two. They end
// with Play and Close.
package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
	rtc "doomhost/signal"
)

// Config configures a bot.
type Config struct {
	// URL is the host's address, such as "http://10.0.0.1:8666".
	URL string
	// Channel enables a data channel if the host offers one.
	Channel bool
	// Mode is the channel's mode; 0 means the host's default.
	Mode rtc.Mode
	// Tic receives each bundle, in order; nil ignores them.
	Tic func(b *lockstep.Bundle, at time.Time)
	// Used receives "socket" or "channel" when that transport comes into use.
	Used func(way string)
}

// Bot has a seat in a lobby.
type Bot struct {
	cfg   Config
	start time.Time
	lobby *websocket.Conn
	end   context.Context
	stop  context.CancelFunc
	work  sync.WaitGroup

	Slot   lockstep.Slot
	launch chan string        // the token of the launch
	rtt    chan time.Duration // measured round trips

	events chan event

	mu      sync.Mutex     // guards all following fields
	closed  bool           // no new closing handshakes
	closers sync.WaitGroup // closing handshakes; add only with mu held
}

// lobbyMessage holds the fields of lobby messages that a bot needs.
type lobbyMessage struct {
	T      string  `json:"t"`
	Slot   int     `json:"slot"`
	Token  string  `json:"token"`
	T0     float64 `json:"t0"`
	Reason string  `json:"reason"`
	Signal bool    `json:"signal"`
}

// Join takes a seat in a host's lobby.
func Join(ctx context.Context, cfg Config) (*Bot, error) {
	p := &Bot{
		cfg: cfg, start: time.Now(),
		launch: make(chan string, 1), rtt: make(chan time.Duration, 16), events: make(chan event, 256),
	}
	p.end, p.stop = context.WithCancel(context.Background())
	ws, err := p.dial(ctx, "/ws/lobby")
	if err != nil {
		p.stop()
		return nil, err
	}
	p.lobby = ws
	for {
		m, err := p.hear(ctx)
		if err != nil {
			p.stop()
			return nil, fmt.Errorf("player: join the lobby: %w", err)
		}
		if m.T == "welcome" {
			p.Slot = lockstep.Slot(m.Slot)
			break
		}
		if m.T == "full" || m.T == "inprogress" {
			p.Close()
			return nil, errors.New("player: no seat: " + m.T)
		}
	}
	p.work.Go(p.listen)
	p.work.Go(p.ping)
	return p, nil
}

// dial opens one of the host's WebSockets.
func (b *Bot) dial(ctx context.Context, path string) (*websocket.Conn, error) {
	base, err := url.Parse(b.cfg.URL)
	if err != nil {
		return nil, err
	}
	ws, resp, err := websocket.Dial(ctx, "ws://"+base.Host+path, nil)
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("player: open %s: %w", path, err)
	}
	ws.SetReadLimit(1 << 20)
	return ws, nil
}

func (p *Bot) hear(ctx context.Context) (lobbyMessage, error) {
	_, b, err := p.lobby.Read(ctx)
	if err != nil {
		return lobbyMessage{}, err
	}
	var m lobbyMessage
	return m, json.Unmarshal(b, &m)
}

// listen reads the lobby's messages until the connection ends.
func (b *Bot) listen() {
	for {
		m, err := b.hear(b.end)
		if err != nil {
			return
		}
		switch m.T {
		case "launch":
			b.launch <- m.Token
		case "pong":
			select {
			case b.rtt <- time.Since(b.start) - time.Duration(m.T0*float64(time.Millisecond)):
			default:
			}
		}
	}
}

// pingGap is the time between two pings. firstPings of them go out at once, so that a game
// begins with a measured round trip.
const (
	pingGap    = 500 * time.Millisecond
	firstPings = 4
)

func (b *Bot) ping() {
	tick := time.NewTicker(pingGap)
	defer tick.Stop()
	for n := 0; ; n++ {
		t0 := float64(time.Since(b.start)) / float64(time.Millisecond)
		if b.say(fmt.Sprintf(`{"t":"ping","t0":%.3f}`, t0)) != nil {
			return
		}
		if n < firstPings {
			continue
		}
		select {
		case <-tick.C:
		case <-b.end.Done():
			return
		}
	}
}

// say sends a lobby message.
func (b *Bot) say(text string) error {
	return b.lobby.Write(b.end, websocket.MessageText, []byte(text))
}

// Start starts the game for all players in the lobby.
func (b *Bot) Start() error { return b.say(`{"t":"start"}`) }

// Close leaves the lobby. Call it only after Play has returned.
func (b *Bot) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.closers.Wait()
	_ = b.lobby.Close(websocket.StatusNormalClosure, "")
	b.stop()
	b.work.Wait()
}
