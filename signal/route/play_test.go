package route

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"

	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/signal/fast"
)

// TestSwitchingLosesNothing plays games between the relay's real session and clients whose
// sockets and channels open, fail, go silent, lose and reorder at random. Whatever happens,
// each client executes every tic once, in order, as it was sealed; a ticcmd is sealed as
// its player made it, or filled.
func TestSwitchingLosesNothing(t *testing.T) {
	moved, fellBack := 0, 0
	for seed := range uint64(40) {
		s := newTheatre(t, seed, seed%2 == 0)
		s.run(700)
		moved += s.players[0].moves
		fellBack += s.players[0].falls
	}
	if moved < 45 || fellBack < 25 {
		t.Errorf("only %d moves to the channel and %d back: the dice are too kind", moved, fellBack)
	}
}

// TestMovingToTheChannelCostsNoTic switches on a network without faults: the switch makes
// no ticcmd late.
func TestMovingToTheChannelCostsNoTic(t *testing.T) {
	for _, fastMode := range []bool{false, true} {
		for lag := 0; lag < 80; lag += 8 {
			s := newTheatre(t, uint64(lag), fastMode)
			s.kind, s.lag = true, lag
			s.run(200)
			if p := s.players[0]; p.moves != 1 || p.falls != 0 {
				t.Fatalf("lag %d ms: %d moves to the channel, %d back", lag, p.moves, p.falls)
			}
			if s.filled != 0 {
				t.Errorf("lag %d ms, fast %v: %d ticcmds were filled", lag, fastMode, s.filled)
			}
		}
	}
}

// theatre simulates a host and two players on networks, in steps of a millisecond.
type theatre struct {
	t       *testing.T
	rng     *rand.Rand
	fast    bool
	kind    bool // nothing fails
	lag     int  // milliseconds each way, at most
	now     int
	session *relay.Session
	out     relay.Outbox
	conns   map[relay.ConnID]*conn
	lastID  relay.ConnID
	players [2]*player
	checked lockstep.Tic
	filled  int
}

func newTheatre(t *testing.T, seed uint64, fastMode bool) *theatre {
	s := &theatre{t: t, rng: rand.New(rand.NewPCG(seed, 7)), fast: fastMode, conns: map[relay.ConnID]*conn{}}
	s.lag = s.rng.IntN(80)
	var seats [lockstep.NumSlots]relay.Seat
	for i := range s.players {
		seats[i] = relay.Seat{Taken: true, Token: "t"}
	}
	s.session = relay.NewSession(0, seats, relay.NewLog(nil))
	for i := range s.players {
		s.players[i] = &player{s: s, slot: lockstep.Slot(i), router: New(), channels: i == 0}
	}
	return s
}

func (s *theatre) at() time.Duration { return time.Duration(s.now) * time.Millisecond }

// conn is both ends of a connection of either kind.
type conn struct {
	id       relay.ConnID
	p        *player
	way      Way
	cursor   lockstep.Tic
	accepted bool
	host     *fast.End // nil if the conn is ordered
	client   *fast.End
	up, down []parcel
	last     [2]int // when the last parcel of each direction arrives, to keep the order
	silent   bool   // drops everything, and neither side is told
	dead     bool
}

type parcel struct {
	due int
	msg any // []byte, lockstep.TicMsg, lockstep.Bundle, or a func for anything else
}

// send sends a message; an ordered connection keeps the order.
func (s *theatre) send(c *conn, up bool, msg any) {
	if c.dead || c.silent {
		return
	}
	due := s.now + s.lag/2
	if !s.kind {
		due += s.rng.IntN(s.lag/2 + 1)
	}
	lossy, isBytes := c.way == Channel && s.fast, false
	if _, ok := msg.([]byte); ok {
		isBytes = true
	}
	if lossy && isBytes && !s.kind {
		if s.rng.IntN(100) < 15 {
			return
		}
		due += s.rng.IntN(40)
	} else {
		dir := 0
		if up {
			dir = 1
		}
		due = max(due, c.last[dir])
		c.last[dir] = due
	}
	if up {
		c.up = append(c.up, parcel{due, msg})
	} else {
		c.down = append(c.down, parcel{due, msg})
	}
}

func arrivals(list *[]parcel, now int) (got []any) {
	kept := (*list)[:0]
	for _, p := range *list {
		if p.due <= now {
			got = append(got, p.msg)
		} else {
			kept = append(kept, p)
		}
	}
	*list = kept
	return got
}

// run plays until every player has executed tics tics, and checks them.
func (s *theatre) run(tics lockstep.Tic) {
	for _, p := range s.players {
		p.act()
	}
	for s.players[0].next < tics || s.players[1].next < tics {
		if s.now > 40*int(tics)+60_000 {
			s.t.Fatalf("stuck: tics %d and %d, router %+v", s.players[0].next, s.players[1].next, *s.players[0].router)
		}
		if !s.kind {
			s.mishap()
		}
		s.session.Advance(s.at(), &s.out)
		s.hostActs()
		for _, c := range s.conns {
			s.deliver(c)
		}
		for _, p := range s.players {
			p.tick()
		}
		s.push()
		s.now++
	}
}

// mishap causes a fault in one of the first player's connections.
func (s *theatre) mishap() {
	if s.rng.IntN(2000) != 0 {
		return
	}
	for _, c := range s.conns {
		if c.p.slot != 0 || c.dead {
			continue
		}
		switch s.rng.IntN(3) {
		case 0:
			if c.way == Channel {
				c.silent = true
			}
		case 1:
			s.kill(c, 1006)
		case 2:
			if c.way == Channel {
				s.kill(c, 0)
			}
		}
		return
	}
}

// kill ends a connection at once, on both sides.
func (s *theatre) kill(c *conn, code uint16) {
	if c.dead {
		return
	}
	c.dead = true
	delete(s.conns, c.id)
	s.session.Handle(s.at(), &relay.Event{Kind: relay.GameClosed, Conn: c.id, Code: relay.CloseBroken}, &s.out)
	c.p.ended(c, code)
}

// hostActs carries out the session's actions.
func (s *theatre) hostActs() {
	for i := 0; i < len(s.out.Actions); i++ {
		a := s.out.Actions[i]
		c := s.conns[a.Conn]
		switch a.Kind {
		case relay.AcceptGame:
			c.accepted = true
		case relay.CloseConn:
			if c == nil {
				continue
			}
			code := uint16(a.Code)
			s.send(c, false, func() {
				if !c.dead {
					c.dead = true
					delete(s.conns, c.id)
					c.p.ended(c, code)
				}
			})
			c.accepted = false
		case relay.SlotDropped:
			s.t.Fatalf("slot %d was dropped: %v", a.Slot, a.Why)
		default: // for the lobby
		}
	}
	s.out.Reset()
}

// deliver hands over the messages that have arrived on a connection.
func (s *theatre) deliver(c *conn) {
	for _, m := range arrivals(&c.up, s.now) {
		switch m := m.(type) {
		case func():
			m()
		case lockstep.TicMsg:
			s.session.Handle(s.at(), &relay.Event{Kind: relay.GameTic, Conn: c.id, Tic: m}, &s.out)
		case []byte:
			s.fromFast(c, m)
		}
	}
	s.hostActs()
	for _, m := range arrivals(&c.down, s.now) {
		switch m := m.(type) {
		case func():
			m()
		case lockstep.Bundle:
			c.p.bundle(c, m)
		case []byte:
			if err := c.client.Take(m, func(tic uint32, rec []byte) {
				head := binary.LittleEndian.AppendUint32(nil, tic)
				b, _, err := lockstep.DecodeBundle(append(head, rec...))
				if err != nil {
					s.t.Fatal(err)
				}
				c.p.bundle(c, b)
			}); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// fromFast handles a fast message; the first one opens the host's side.
func (s *theatre) fromFast(c *conn, msg []byte) {
	if c.host == nil {
		from, _ := fast.Head(msg)
		c.host, c.cursor = fast.NewHost(from), lockstep.Tic(from)
		s.opened(c)
	}
	if err := c.host.Take(msg, func(tic uint32, rec []byte) {
		cmd, _, err := lockstep.DecodeTiccmd(rec)
		if err != nil {
			s.t.Fatal(err)
		}
		msg := lockstep.TicMsg{Tic: lockstep.Tic(tic), Cmd: cmd}
		s.session.Handle(s.at(), &relay.Event{Kind: relay.GameTic, Conn: c.id, Tic: msg}, &s.out)
	}); err != nil {
		s.t.Fatal(err)
	}
}

// opened tells the session about a new connection.
func (s *theatre) opened(c *conn) {
	s.session.Handle(s.at(), &relay.Event{Kind: relay.GameOpened, Conn: c.id, Slot: c.p.slot, Token: "t"}, &s.out)
}

// push sends the sealed bundles and checks them.
func (s *theatre) push() {
	for ; s.checked < s.session.Frontier(); s.checked++ {
		b, err := s.session.Log().Bundle(s.checked)
		if err != nil {
			s.t.Fatal(err)
		}
		for slot := range s.players {
			if b.Filled.Has(lockstep.Slot(slot)) {
				s.filled++
			} else if b.Cmds[slot] != cmdOf(s.checked, lockstep.Slot(slot)) {
				s.t.Fatalf("tic %d: slot %d's ticcmd is %+v", s.checked, slot, b.Cmds[slot])
			}
		}
	}
	for _, c := range s.conns {
		if !c.accepted {
			continue
		}
		news := false
		for ; c.cursor < s.session.Frontier(); c.cursor++ {
			b, err := s.session.Log().Bundle(c.cursor)
			if err != nil {
				s.t.Fatal(err)
			}
			if c.host == nil {
				s.send(c, false, b)
				continue
			}
			if !c.host.Put(uint32(b.Tic), lockstep.AppendBundle(nil, &b)[4:]) {
				break
			}
			news = true
		}
		if c.host != nil && (news || s.at() >= c.host.Deadline()) {
			s.send(c, false, c.host.Append(nil, s.at()))
		}
	}
}

func cmdOf(tic lockstep.Tic, slot lockstep.Slot) lockstep.Ticcmd {
	return lockstep.Ticcmd{AngleTurn: int16(tic), Forward: int8(slot)}
}

// player is a client: a router, its connections, and ticcmds at 35 Hz.
type player struct {
	s        *theatre
	slot     lockstep.Slot
	router   *Router
	channels bool
	socket   *conn
	channel  *conn
	redialAt int
	next     lockstep.Tic // to be executed
	made     lockstep.Tic
	due      float64 // when the next ticcmd is built
	offered  bool
	moves    int
	falls    int
}

// act carries out the router's actions.
func (p *player) act() {
	s := p.s
	for i := 0; i < len(p.router.Actions); i++ {
		switch a := p.router.Actions[i]; a.Do {
		case OpenSocket:
			c := p.newConn(Socket)
			p.socket = c
			from := p.next
			s.send(c, true, func() {
				c.cursor = from
				s.opened(c)
				s.send(c, false, func() { p.router.SocketOpened(s.at()); p.act() })
			})
		case CloseSocket:
			p.shut(p.socket)
			p.socket = nil
		case OpenChannel:
			c := p.newConn(Channel)
			p.channel = c
			if !s.kind && s.rng.IntN(6) == 0 {
				c.silent = true
			}
			from := p.next
			s.send(c, true, func() {
				s.send(c, false, func() {
					if p.channel == c {
						p.router.ChannelOpened()
						p.act()
					}
				})
				if !s.fast {
					c.cursor = from
					s.opened(c)
				}
			})
		case CloseChannel:
			p.shut(p.channel)
			p.channel = nil
		case Resend:
			p.resend(a.To)
		case Begin:
			p.resend(Socket)
		case Use:
			if a.To == Channel {
				p.moves++
			} else {
				p.falls++
			}
		case Lost:
			p.redialAt = s.now + 250
		}
	}
	p.router.Actions = p.router.Actions[:0]
}

func (p *player) newConn(w Way) *conn {
	p.s.lastID++
	c := &conn{id: p.s.lastID, p: p, way: w}
	if w == Channel && p.s.fast {
		c.client = fast.NewClient(uint32(p.next))
	}
	p.s.conns[c.id] = c
	return c
}

// shut closes the client's end: the host learns of it later.
func (p *player) shut(c *conn) {
	if c == nil || c.dead {
		return
	}
	s := p.s
	c.down = nil
	s.send(c, true, func() {
		if !c.dead {
			c.dead = true
			delete(s.conns, c.id)
			s.session.Handle(s.at(), &relay.Event{Kind: relay.GameClosed, Conn: c.id, Code: 4000}, &s.out)
		}
	})
}

// ended tells the router that a connection has ended.
func (p *player) ended(c *conn, code uint16) {
	switch c {
	case p.socket:
		p.socket = nil
		p.router.SocketClosed(p.s.at(), code)
	case p.channel:
		p.channel = nil
		p.router.ChannelClosed(p.s.at(), code)
	}
	p.act()
}

func (p *player) bundle(c *conn, b lockstep.Bundle) {
	if c != p.socket && c != p.channel || b.Tic != p.next {
		return
	}
	want, err := p.s.session.Log().Bundle(p.next)
	if err != nil || want != b {
		p.s.t.Fatalf("slot %d executed %+v as tic %d", p.slot, b, p.next)
	}
	p.next++
	p.made = max(p.made, p.next)
	for _, c := range []*conn{p.socket, p.channel} {
		if c != nil && c.client != nil {
			c.client.Confirm(uint32(p.next))
		}
	}
	p.router.Bundle(p.s.at(), c.way)
	p.act()
}

// resend sends all ticcmds that no bundle has answered.
func (p *player) resend(w Way) {
	for tic := p.next; tic < p.made; tic++ {
		p.sendTic(w, tic)
	}
	if w == Channel && p.channel != nil && p.channel.client != nil {
		p.s.send(p.channel, true, p.channel.client.Append(nil, p.s.at()))
	}
}

func (p *player) sendTic(w Way, tic lockstep.Tic) {
	c := p.socket
	if w == Channel {
		c = p.channel
	}
	switch {
	case c == nil:
	case c.client != nil:
		c.client.Put(uint32(tic), lockstep.AppendTiccmd(nil, cmdOf(tic, p.slot)))
	default:
		p.s.send(c, true, lockstep.TicMsg{Tic: tic, Cmd: cmdOf(tic, p.slot)})
	}
}

// tick simulates one millisecond of a player.
func (p *player) tick() {
	s := p.s
	if p.redialAt > 0 && s.now >= p.redialAt {
		p.redialAt = 0
		p.router.Redial()
	}
	if p.channels && !p.offered && p.next > 20 {
		p.offered = true
		p.router.Offer(s.at())
	}
	if s.at() >= p.router.Deadline() {
		p.router.Advance(s.at())
	}
	p.act()
	built := false
	window := lockstep.Tic(2 + 2*s.lag/28)
	for float64(s.now) >= p.due && p.made < p.next+window {
		p.due = max(p.due, float64(s.now)-28) + 1000.0/35
		for _, w := range []Way{Socket, Channel} {
			if p.router.Sends(w) {
				p.sendTic(w, p.made)
			}
		}
		p.made++
		built = true
	}
	if c := p.channel; c != nil && c.client != nil && p.router.Sends(Channel) && (built || s.at() >= c.client.Deadline()) {
		s.send(c, true, c.client.Append(nil, s.at()))
	}
}
