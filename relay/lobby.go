package relay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"doomhost/relay/wire"
)

// LobbyPhase is where a lobby stands.
type LobbyPhase uint8

// The phases of a lobby.
const (
	LobbyOpen     LobbyPhase = iota // seats are given out
	LobbyCounting                   // a launch is near; seats are given out still
	LobbyInGame                     // a game runs; seats are its slots
)

var lobbyPhases = [...]string{"lobby", "countdown", "game"}

// String is the phase as /api/info shows it.
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

// countFrom is the first number of a countdown.
const countFrom = 3

// Config is what a lobby needs from its host.
type Config struct {
	// NewToken returns a fresh secret for a slot.
	NewToken func() string
	// HostToken is the secret that lets a connection kick and stop. With an
	// empty one nobody can.
	HostToken string
	// CheckParams completes and checks params against the WADs that exist; before
	// has what they were. The error is for people. Nil takes all.
	CheckParams func(p *wire.Params, before wire.Params) error
	// CheckStart says why a game with params that exist should not start. With anyway,
	// which is the host's right, what may go wrong is no reason; what cannot go is
	// one. The error is for people. Nil lets all start.
	CheckStart func(p *wire.Params, anyway bool) error
	// RefitParams returns what a lobby plays whose params are p after the WADs that
	// exist have changed: p, where that can still be played. Nil changes nothing.
	RefitParams func(p wire.Params) wire.Params
	// Params is what the lobby opens with; the zero value means
	// wire.DefaultParams.
	Params wire.Params
	// CountdownStep is the time between two numbers of a countdown; zero means a
	// second, as the protocol has it.
	CountdownStep time.Duration
	// Signal tells clients that WebRTC is offered.
	Signal bool
	// LogPrefix is what each record of a session's log starts with.
	LogPrefix []byte
}

// peer is a lobby connection.
type peer struct {
	conn ConnID
	addr string
	name string // chosen, or empty
	seat wire.Slot
	host bool
	// aside: it gave its seat up in the lobby, and gets none without asking
	// before the next game is over.
	aside bool
	talk  ration
}

// seat is one of the four places. While a game runs a seat may be taken though
// its lobby connection is gone.
type seat struct {
	taken bool
	conn  ConnID // the lobby connection that has, or last had, it
	token string
	addr  string
	name  string
	ready bool
	// progress is how far the WADs are; zero where nothing was said.
	progress wire.Progress
}

// Lobby gives out seats and starts games.
//
// Invariants: a peer's seat, where it has one, is taken and has the peer's conn;
// outside a game a taken seat's conn is a peer's.
type Lobby struct {
	cfg      Config
	phase    LobbyPhase
	peers    []*peer // in the order in which they came
	byConn   map[ConnID]*peer
	seats    [wire.NumSlots]seat
	params   wire.Params
	frontier wire.Tic // of the running game, kept up to date by the table

	count   int           // the number of the countdown to send next; 0 launches
	countAt time.Duration // when, while counting
	anyway  bool          // the host wants these params to start, whatever they lack

	rosterDue  bool
	progressed bool          // the next roster has something new, which may wait
	rosterLast time.Duration // when the last one went out
	rosterSent bool          // one went out at some time

	playersTalk, onlookersTalk ration // see loud

	chatLog []wire.Chat // the last chatBacklog lines, the oldest first
}

// NewLobby returns an open lobby without anybody in it.
func NewLobby(cfg Config) *Lobby {
	if cfg.Params.Skill == 0 {
		wad := cfg.Params.WAD
		cfg.Params = wire.DefaultParams()
		cfg.Params.WAD = wad
	}
	if cfg.CountdownStep <= 0 {
		cfg.CountdownStep = CountdownStep
	}
	l := &Lobby{cfg: cfg, byConn: make(map[ConnID]*peer), params: cfg.Params}
	if cfg.CheckParams != nil {
		// A lobby without a WAD opens all the same; it cannot launch.
		_ = cfg.CheckParams(&l.params, cfg.Params)
	}
	return l
}

// Phase is where the lobby stands.
func (l *Lobby) Phase() LobbyPhase { return l.phase }

// Params is what the next game, or the one that runs, is played with.
func (l *Lobby) Params() wire.Params { return l.params }

// enter is the one place that changes the phase. It refuses an illegal step
// and reports whether the step was made.
func (l *Lobby) enter(p LobbyPhase) bool {
	if lobbySteps[l.phase]&(1<<p) == 0 {
		return false
	}
	l.phase = p
	return true
}

// Handle takes in one event.
func (l *Lobby) Handle(now time.Duration, ev *Event, out *Outbox) {
	switch ev.Kind {
	case LobbyOpened:
		l.opened(ev, out)
	case LobbyClosed:
		l.closed(ev.Conn, out)
	case LobbyMessage:
		if p := l.byConn[ev.Conn]; p != nil {
			l.message(now, p, ev.Data, out)
		}
	case DesyncFound:
		if l.phase == LobbyInGame {
			l.broadcast(out, wire.Desync{Tic: ev.Tic.Tic, Slots: ev.Slots.Slots()})
		}
	case ContentChanged:
		l.refitParams()
	case GameOpened, GameTic, GameClosed, StopGame, KickSlot, ReserveSlot:
		// The session's.
	}
	l.flushRoster(now, out)
}

// Advance does what is due at now: a step of the countdown, a roster.
func (l *Lobby) Advance(now time.Duration, out *Outbox) {
	for l.phase == LobbyCounting && now >= l.countAt {
		l.countAt += l.cfg.CountdownStep
		if l.count == 0 {
			l.launchOrNot(out)
			break
		}
		l.broadcast(out, wire.Countdown{N: l.count})
		l.count--
	}
	l.flushRoster(now, out)
}

// Deadline is the time at which Advance has something to do, or Never.
func (l *Lobby) Deadline() time.Duration {
	d := Never
	if l.phase == LobbyCounting {
		d = l.countAt
	}
	if l.rosterDue {
		d = min(d, l.rosterLast+RosterGap)
	}
	if l.progressed {
		d = min(d, l.rosterLast+ProgressGap)
	}
	return d
}

func (l *Lobby) send(out *Outbox, c ConnID, r wire.Reply) {
	out.add(Action{Kind: SendLobby, Conn: c, Data: wire.AppendReply(nil, r)})
}

func (l *Lobby) broadcast(out *Outbox, r wire.Reply) {
	out.add(Action{Kind: BroadcastLobby, Data: wire.AppendReply(nil, r)})
}

// flushRoster sends the roster to all when it changed and the last one is not
// too near.
func (l *Lobby) flushRoster(now time.Duration, out *Outbox) {
	due := l.rosterDue && (!l.rosterSent || now >= l.rosterLast+RosterGap) || l.progressed && now >= l.rosterLast+ProgressGap
	if !due {
		return
	}
	l.rosterDue, l.progressed, l.rosterSent, l.rosterLast = false, false, true, now
	l.broadcast(out, l.roster())
}

func (l *Lobby) roster() wire.Roster {
	return wire.Roster{Players: l.players(), FreeSlots: l.freeSlots(), Params: l.params, InGame: l.phase == LobbyInGame}
}

func (l *Lobby) players() []wire.Player {
	list := make([]wire.Player, 0, wire.NumSlots)
	for i := range l.seats {
		if s := &l.seats[i]; s.taken {
			slot := wire.Slot(i)
			p := wire.Player{Slot: slot, Color: slot.Color(), Name: l.nameOf(slot), Ready: s.ready}
			if progress := s.progress; progress.Have < progress.Total {
				p.Progress = &progress
			}
			list = append(list, p)
		}
	}
	return list
}

func (l *Lobby) freeSlots() []wire.Slot {
	var m wire.Mask
	for i := range l.seats {
		if !l.seats[i].taken {
			m = m.With(wire.Slot(i))
		}
	}
	return m.Slots()
}

// nameOf is what the player on slot i is called: the color without a name.
func (l *Lobby) nameOf(i wire.Slot) string {
	if name := l.seats[i].name; name != "" {
		return name
	}
	return i.Color()
}

// freeName returns the name as nobody but seat i has it: with a number behind it
// where another player or another color is called so.
func (l *Lobby) freeName(name string, i wire.Slot) string {
	free := name
	for n := 2; name != "" && l.nameTaken(free, i); n++ {
		free = wire.NumberedName(name, n)
	}
	return free
}

func (l *Lobby) nameTaken(name string, i wire.Slot) bool {
	for j := range l.seats {
		slot := wire.Slot(j)
		if slot != i && (strings.EqualFold(name, slot.Color()) || l.seats[j].taken && strings.EqualFold(name, l.seats[j].name)) {
			return true
		}
	}
	return false
}

// names has the names in slot order, empty where nobody sits.
func (l *Lobby) names() (names [wire.NumSlots]string) {
	for i := range l.seats {
		if l.seats[i].taken {
			names[i] = l.nameOf(wire.Slot(i))
		}
	}
	return names
}

// taken has the slots that somebody sits on.
func (l *Lobby) taken() (m wire.Mask) {
	for i := range l.seats {
		if l.seats[i].taken {
			m = m.With(wire.Slot(i))
		}
	}
	return m
}

// opened greets a new connection: with a seat, with the game that runs, or
// with what there is to watch.
func (l *Lobby) opened(ev *Event, out *Outbox) {
	p := &peer{conn: ev.Conn, addr: ev.Addr, seat: wire.NoSlot}
	l.peers = append(l.peers, p)
	l.byConn[p.conn] = p
	defer l.sendBacklog(out, p)
	switch {
	case l.phase == LobbyInGame:
		l.send(out, p.conn, wire.InProgress{Params: l.params, Frontier: l.frontier, Players: l.players(), FreeSlots: l.freeSlots()})
	case l.sitAnywhere(p):
		l.welcome(out, p)
	default:
		l.send(out, p.conn, wire.Full{Reason: "all four seats are taken; you can watch the game"})
		l.send(out, p.conn, l.roster())
	}
}

// closed takes a connection out. Its seat is free, except in a game: there it
// is the session that says when a player has gone.
func (l *Lobby) closed(c ConnID, out *Outbox) {
	p := l.byConn[c]
	if p == nil {
		return
	}
	delete(l.byConn, c)
	for i, q := range l.peers {
		if q == p {
			l.peers = append(l.peers[:i], l.peers[i+1:]...)
			break
		}
	}
	if l.phase != LobbyInGame {
		l.stand(p)
		l.seatOnlookers(out)
	}
}

// sitAnywhere gives p the lowest free seat and reports whether there was one.
func (l *Lobby) sitAnywhere(p *peer) bool {
	for i := range l.seats {
		if !l.seats[i].taken {
			l.sit(p, wire.Slot(i))
			return true
		}
	}
	return false
}

// seatOnlookers gives the free seats to the onlookers, in the order in which
// they came.
func (l *Lobby) seatOnlookers(out *Outbox) {
	for _, p := range l.peers {
		if p.seat == wire.NoSlot && !p.aside && l.sitAnywhere(p) {
			l.welcome(out, p)
		}
	}
}

// sit gives p the seat i, which is free, with a fresh token.
func (l *Lobby) sit(p *peer, i wire.Slot) {
	l.stand(p)
	l.seats[i] = seat{taken: true, conn: p.conn, token: l.cfg.NewToken(), addr: p.addr, name: l.freeName(p.name, i)}
	p.seat, p.aside = i, false
	l.rosterDue = true
}

// stand frees the seat of p. A countdown with nobody left in it is over.
func (l *Lobby) stand(p *peer) {
	if p.seat == wire.NoSlot {
		return
	}
	l.seats[p.seat] = seat{}
	p.seat = wire.NoSlot
	l.rosterDue = true
	if l.phase == LobbyCounting && l.taken() == 0 {
		l.enter(LobbyOpen)
	}
}

func (l *Lobby) welcome(out *Outbox, p *peer) {
	l.send(out, p.conn, wire.Welcome{
		Slot: p.seat, Color: p.seat.Color(), Token: l.seats[p.seat].token, Host: p.host, Signal: l.cfg.Signal,
	})
}

// start begins the countdown for p.
func (l *Lobby) start(now time.Duration, p *peer, anyway bool, out *Outbox) error {
	if anyway && !p.host {
		return errNotHost
	}
	if l.phase == LobbyCounting {
		l.anyway = l.anyway || anyway
		return nil // it runs already
	}
	if err := l.checkStart(anyway); err != nil {
		return err
	}
	if err := l.loud(now, p); err != nil {
		return err
	}
	l.anyway = anyway
	l.enter(LobbyCounting)
	l.count, l.countAt = countFrom, now
	l.Advance(now, out)
	return nil
}

func (l *Lobby) checkParams(p *wire.Params, before wire.Params) error {
	if l.cfg.CheckParams == nil {
		return nil
	}
	return l.cfg.CheckParams(p, before)
}

// checkStart says why a game should not start as things are.
func (l *Lobby) checkStart(anyway bool) error {
	if err := l.checkParams(&l.params, l.params); err != nil || l.cfg.CheckStart == nil {
		return err
	}
	return l.cfg.CheckStart(&l.params, anyway)
}

// launchOrNot launches what can be played still: the host may have found out more
// while the countdown ran, or somebody changed the settings.
func (l *Lobby) launchOrNot(out *Outbox) {
	if err := l.checkStart(l.anyway); err != nil {
		l.enter(LobbyOpen)
		l.broadcast(out, wire.Error{Reason: err.Error()})
		return
	}
	l.launch(out)
}

// launch starts the game with all who sit.
func (l *Lobby) launch(out *Outbox) {
	if !l.enter(LobbyInGame) {
		return
	}
	l.frontier = 0
	for i := range l.seats {
		l.seats[i].ready = false
	}
	out.add(Action{Kind: launchGame})
	for _, p := range l.peers {
		if p.seat == wire.NoSlot {
			l.send(out, p.conn, wire.InProgress{Params: l.params, Players: l.players(), FreeSlots: l.freeSlots()})
			continue
		}
		l.send(out, p.conn, l.launchFor(p.seat))
	}
	l.rosterDue = true
}

func (l *Lobby) launchFor(i wire.Slot) wire.Launch {
	return wire.Launch{
		Params: l.params, NumPlayers: wire.NumSlots, Slots: l.taken().Slots(), Names: l.names(), Token: l.seats[i].token,
	}
}

// sessionSeats returns the seats as a session wants them.
func (l *Lobby) sessionSeats() (seats [wire.NumSlots]Seat) {
	for i := range l.seats {
		if s := &l.seats[i]; s.taken {
			seats[i] = Seat{Taken: true, Token: s.token, Addr: s.addr}
		}
	}
	return seats
}

// slotDropped frees the seat of a slot that left the game. What its owner
// needs to come back stays until somebody else sits there.
func (l *Lobby) slotDropped(i wire.Slot, why DropReason, out *Outbox) {
	s := &l.seats[i]
	if p := l.byConn[s.conn]; p != nil && p.seat == i {
		p.seat = wire.NoSlot
	}
	s.taken, s.ready = false, false
	if why == DropKicked {
		*s = seat{}
	}
	l.broadcast(out, wire.Dropped{Slot: i, Reason: why.String()})
	l.rosterDue = true
}

// slotReturned gives the seat back to the owner who came by its token, and tells it so:
// it knows that it was dropped.
func (l *Lobby) slotReturned(i wire.Slot, out *Outbox) {
	s := &l.seats[i]
	s.taken = true
	if p := l.byConn[s.conn]; p != nil && p.seat == wire.NoSlot {
		p.seat = i
		l.welcome(out, p)
	}
	l.rosterDue = true
}

// gameEnded opens the lobby again: seats stay with those who are here, and the
// onlookers get what is free in the order in which they came.
func (l *Lobby) gameEnded(reason string, closing bool, out *Outbox) {
	if !l.enter(LobbyOpen) {
		return
	}
	l.broadcast(out, wire.Ended{Reason: reason, Closing: closing})
	for i := range l.seats {
		s := &l.seats[i]
		if p := l.byConn[s.conn]; !s.taken || p == nil || p.seat != wire.Slot(i) {
			*s = seat{}
		}
	}
	for _, p := range l.peers {
		p.aside = false
	}
	l.seatOnlookers(out)
	l.rosterDue = true
	l.refitParams() // what changed while the game ran
}

// isHost reports whether token lets its bearer control the host.
func (l *Lobby) isHost(token string) bool {
	return sameToken(l.cfg.HostToken, token)
}

// errNotHost is the answer to who has not the host's token.
var errNotHost = errors.New("only the host can do that, on the page that doomhost opened")

// parseHash reads the 16 hex digits that a request was checked for.
func parseHash(hash string) uint64 {
	h, err := strconv.ParseUint(hash, 16, 64)
	if err != nil {
		return 0
	}
	return h
}

// errSlotTaken says that a seat is not free.
func errSlotTaken(i wire.Slot) error {
	return fmt.Errorf("%s is taken", i.Color())
}

// Names has the players' names in slot order, empty where nobody sits.
func (l *Lobby) Names() [wire.NumSlots]string { return l.names() }

// Taken has the seats that somebody has.
func (l *Lobby) Taken() wire.Mask { return l.taken() }
