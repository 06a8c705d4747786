package relay

import (
	"errors"
	"fmt"
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// LobbyPhase is the phase of a lobby.
type LobbyPhase uint8

// The phases of a lobby.
const (
	LobbyOpen     LobbyPhase = iota // the lobby gives out seats
	LobbyCounting                   // a launch is near; the lobby still gives out seats
	LobbyInGame                     // a game is running; the seats are its slots
)

var lobbyPhases = [...]string{"lobby", "countdown", "game"}

// String returns the phase as /api/info shows it.
func (p LobbyPhase) String() string {
	if int(p) < len(lobbyPhases) {
		return lobbyPhases[p]
	}
	return "unknown"
}

// lobbySteps holds the phases that may follow each phase.
var lobbySteps = [...]uint8{
	LobbyOpen:     1 << LobbyCounting,
	LobbyCounting: 1<<LobbyOpen | 1<<LobbyInGame,
	LobbyInGame:   1 << LobbyOpen,
}

// Config is what a lobby needs from its host.
type Config struct {
	// NewToken returns a fresh secret for a slot.
	NewToken func() string
	// AdminToken is the secret that lets a connection kick and stop. If it is empty, nobody can.
	AdminToken string
	// Catalog has the WADs that the host starts with; nil accepts every choice.
	Catalog *Catalog
	// Params is what the lobby opens with; the zero value means
	// wire.DefaultParams, with the catalog's first game.
	Params wire.Params
	// CountdownStep is the time between two numbers of a countdown; zero means one second, as in
	// the protocol.
	CountdownStep time.Duration
	// Signal tells clients that WebRTC is offered.
	Signal bool
	// LogPrefix is the prefix of each record in a session's log.
	LogPrefix []byte
}

// Lobby gives out seats and starts games.
//
// Calls go one way. handle.go decodes an event and passes it to a request (request.go) or to
// the code for a running game (game.go). Those use the countdown, the chat, the catalog and
// the preflight, which use this file. This file uses the seating. Everything that the lobby
// sends goes to the outbox.
type Lobby struct {
	seating

	cfg      Config
	phase    LobbyPhase
	params   wire.Params
	frontier lockstep.Tic // of the running game; the room keeps it up to date

	count   int           // the number of the countdown to send next; 0 launches
	countAt time.Duration // when to send it, while counting
	anyway  bool          // the host's player wants to start these params whatever they lack

	catalog      *Catalog
	preflight    *Preflight // of params; nil until it is done
	preflightDue bool       // the lobby has yet to ask the host for it

	playerLimit, spectatorLimit limiter // see allow

	chatLog []wire.Chat // the last chatBacklog lines, oldest first
}

// NewLobby returns an open, empty lobby.
func NewLobby(cfg Config) *Lobby {
	if cfg.Params.Skill == 0 {
		wad := cfg.Params.WAD
		cfg.Params = wire.DefaultParams()
		cfg.Params.WAD = wad
	}
	if cfg.CountdownStep <= 0 {
		cfg.CountdownStep = CountdownStep
	}
	l := &Lobby{cfg: cfg, seating: newSeating(cfg.NewToken), params: cfg.Params, catalog: cfg.Catalog, preflightDue: true}
	// Ignore the error: a lobby without a WAD opens too, but cannot launch.
	_ = l.catalog.Fit(&l.params, cfg.Params)
	return l
}

// Phase returns the lobby's phase.
func (l *Lobby) Phase() LobbyPhase { return l.phase }

// Params returns the settings of the running game or, if none is running, of the next one.
func (l *Lobby) Params() wire.Params { return l.params }

// Names returns the players' names in slot order, empty for free seats.
func (l *Lobby) Names() [lockstep.NumSlots]string { return l.names() }

// Taken returns the slots whose seats are taken.
func (l *Lobby) Taken() lockstep.Mask { return l.taken() }

// enter is the only place that changes the phase. It refuses an illegal step and reports
// whether it made the step.
func (l *Lobby) enter(p LobbyPhase) bool {
	if lobbySteps[l.phase]&(1<<p) == 0 {
		return false
	}
	l.phase = p
	return true
}

func (l *Lobby) send(out *Outbox, c ConnID, r wire.Reply) {
	out.add(Action{Kind: SendLobby, Conn: c, Data: wire.AppendReply(nil, r)})
}

func (l *Lobby) broadcast(out *Outbox, r wire.Reply) {
	out.add(Action{Kind: BroadcastLobby, Data: wire.AppendReply(nil, r)})
}

// flushRoster sends the roster to everybody if it has changed and the last one was sent
// long enough ago.
func (l *Lobby) flushRoster(now time.Duration, out *Outbox) {
	changed := l.rosterDue && (!l.rosterSent || now >= l.rosterLast+RosterGap)
	if !changed && !(l.progressed && now >= l.rosterLast+ProgressGap) {
		return
	}
	l.rosterDue, l.progressed, l.rosterSent, l.rosterLast = false, false, true, now
	l.broadcast(out, l.roster())
}

func (l *Lobby) roster() wire.Roster {
	return wire.Roster{
		Players: l.players(), FreeSlots: l.freeSlots(), Params: l.params, InGame: l.phase == LobbyInGame,
	}
}

func (l *Lobby) welcome(out *Outbox, p *peer) {
	l.send(out, p.conn, wire.Welcome{
		Slot: p.seat, Color: p.seat.Color(), Token: l.seats[p.seat].token, Host: p.admin, Signal: l.cfg.Signal,
	})
}

// leaveSeat frees p's seat. The countdown ends if nobody has a seat any more.
func (l *Lobby) leaveSeat(p *peer) {
	l.stand(p)
	if l.phase == LobbyCounting && l.taken() == 0 {
		l.enter(LobbyOpen)
	}
}

// seatSpectators gives the free seats to the spectators in the order in which they connected.
func (l *Lobby) seatSpectators(out *Outbox) {
	for _, p := range l.peers {
		if p.seat == lockstep.NoSlot && !p.standing && l.sitAnywhere(p) {
			l.welcome(out, p)
		}
	}
}

// disconnect removes a connection. It also frees the connection's seat, except during a game,
// when the session decides that a player has left.
func (l *Lobby) disconnect(c ConnID, out *Outbox) {
	p := l.remove(c)
	if p == nil || l.phase == LobbyInGame {
		return
	}
	l.leaveSeat(p)
	l.seatSpectators(out)
}

// isAdmin reports whether token lets its bearer control the host.
func (l *Lobby) isAdmin(token string) bool { return sameToken(l.cfg.AdminToken, token) }

// allTaken is the reason for refusing a seat when none is free.
const allTaken = "all four seats are taken; you can watch the game"

// errNotAdmin is the answer to a connection without the host's token.
var errNotAdmin = errors.New("only the host can do that, on the page that doomhost opened")

// errSlotTaken says that a seat is not free.
func errSlotTaken(i lockstep.Slot) error { return fmt.Errorf("%s is taken", i.Color()) }
