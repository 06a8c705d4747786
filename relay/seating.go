package relay

import (
	"strings"
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// peer is a lobby connection.
type peer struct {
	conn  ConnID
	addr  string
	name  string // chosen by the player, or empty
	seat  lockstep.Slot
	admin bool // whether it may kick, stop the host and start what the preflight warns of
	// standing means that the peer gave up its seat in the lobby. It gets no seat without asking
	// until the next game is over.
	standing bool
	limit    limiter
}

// seat is one of the four places. During a game a seat may stay taken after its lobby
// connection is gone.
type seat struct {
	taken bool
	conn  ConnID // the lobby connection that has the seat or had it last
	token string
	addr  string
	name  string
	ready bool
	// progress is the progress of the player's WAD downloads; zero if unknown.
	progress wire.Progress
}

// seating keeps track of who is in the lobby and who has which seat. It sends nothing.
//
// Invariants: if a peer has a seat, the seat is taken and has the peer's conn; outside a
// game, the conn of every taken seat belongs to a peer.
type seating struct {
	newToken func() string
	peers    []*peer // in the order in which they connected
	byConn   map[ConnID]*peer
	seats    [lockstep.NumSlots]seat

	rosterDue  bool          // the roster has changed
	progressed bool          // progress has changed; its roster may wait longer
	rosterLast time.Duration // when the last roster was sent
	rosterSent bool          // whether one was ever sent
}

func newSeating(newToken func() string) seating {
	return seating{newToken: newToken, byConn: make(map[ConnID]*peer)}
}

func (s *seating) add(conn ConnID, addr string) *peer {
	p := &peer{conn: conn, addr: addr, seat: lockstep.NoSlot}
	s.peers = append(s.peers, p)
	s.byConn[conn] = p
	return p
}

// remove takes a connection off the list and returns its peer. It leaves the seat as it is.
func (s *seating) remove(conn ConnID) *peer {
	p := s.byConn[conn]
	if p == nil {
		return nil
	}
	delete(s.byConn, conn)
	for i, q := range s.peers {
		if q == p {
			s.peers = append(s.peers[:i], s.peers[i+1:]...)
			break
		}
	}
	return p
}

// players lists the players who have a seat, in slot order.
func (s *seating) players() []wire.Player {
	list := make([]wire.Player, 0, lockstep.NumSlots)
	for i := range s.seats {
		if st := &s.seats[i]; st.taken {
			slot := lockstep.Slot(i)
			p := wire.Player{Slot: slot, Color: slot.Color(), Name: s.nameOf(slot), Ready: st.ready}
			if progress := st.progress; progress.Have < progress.Total {
				p.Progress = &progress
			}
			list = append(list, p)
		}
	}
	return list
}

// taken returns the slots whose seats are taken.
func (s *seating) taken() (m lockstep.Mask) {
	for i := range s.seats {
		if s.seats[i].taken {
			m = m.With(lockstep.Slot(i))
		}
	}
	return m
}

// freeSlots lists the slots whose seats are free.
func (s *seating) freeSlots() []lockstep.Slot { return (lockstep.AllSlots &^ s.taken()).Slots() }

// nameOf returns the name of the player on slot i, or the color if the player chose none.
func (s *seating) nameOf(i lockstep.Slot) string {
	if name := s.seats[i].name; name != "" {
		return name
	}
	return i.Color()
}

// names returns the names in slot order, empty for free seats.
func (s *seating) names() (names [lockstep.NumSlots]string) {
	for i := range s.seats {
		if s.seats[i].taken {
			names[i] = s.nameOf(lockstep.Slot(i))
		}
	}
	return names
}

// uniqueName returns name for slot i. It appends a number if another player has the name or
// another slot's color is called that.
func (s *seating) uniqueName(name string, i lockstep.Slot) string {
	unique := name
	for n := 2; name != "" && s.nameTaken(unique, i); n++ {
		unique = wire.NumberedName(name, n)
	}
	return unique
}

func (s *seating) nameTaken(name string, i lockstep.Slot) bool {
	for j := range s.seats {
		slot := lockstep.Slot(j)
		if slot == i {
			continue
		}
		if strings.EqualFold(name, slot.Color()) || s.seats[j].taken && strings.EqualFold(name, s.seats[j].name) {
			return true
		}
	}
	return false
}

// rename gives p a name and makes it unique for p's seat.
func (s *seating) rename(p *peer, name string) {
	p.name = name
	if p.seat != lockstep.NoSlot {
		s.seats[p.seat].name = s.uniqueName(name, p.seat)
		s.rosterDue = true
	}
}

// sit gives p the free seat i with a new token.
func (s *seating) sit(p *peer, i lockstep.Slot) {
	s.stand(p)
	s.seats[i] = seat{taken: true, conn: p.conn, token: s.newToken(), addr: p.addr, name: s.uniqueName(p.name, i)}
	p.seat, p.standing = i, false
	s.rosterDue = true
}

// sitAnywhere gives p the lowest free seat and reports whether there was one.
func (s *seating) sitAnywhere(p *peer) bool {
	for i := range s.seats {
		if !s.seats[i].taken {
			s.sit(p, lockstep.Slot(i))
			return true
		}
	}
	return false
}

// stand frees p's seat.
func (s *seating) stand(p *peer) {
	if p.seat == lockstep.NoSlot {
		return
	}
	s.seats[p.seat] = seat{}
	p.seat = lockstep.NoSlot
	s.rosterDue = true
}

// move takes p from its seat to the free seat i.
func (s *seating) move(p *peer, i lockstep.Slot) {
	var old seat
	if p.seat != lockstep.NoSlot {
		old = s.seats[p.seat]
	}
	s.sit(p, i)
	s.seats[i].ready, s.seats[i].progress = old.ready, old.progress
}

// dropped frees the seat of a slot that left the game. The token stays, so that the owner can
// come back until somebody else takes the seat. With forget, the token goes too.
func (s *seating) dropped(i lockstep.Slot, forget bool) {
	st := &s.seats[i]
	if p := s.byConn[st.conn]; p != nil && p.seat == i {
		p.seat = lockstep.NoSlot
	}
	st.taken, st.ready = false, false
	if forget {
		*st = seat{}
	}
	s.rosterDue = true
}

// returned gives the seat back to the owner of slot i. It returns the owner's peer if that
// had lost the seat.
func (s *seating) returned(i lockstep.Slot) *peer {
	st := &s.seats[i]
	st.taken = true
	s.rosterDue = true
	if p := s.byConn[st.conn]; p != nil && p.seat == lockstep.NoSlot {
		p.seat = i
		return p
	}
	return nil
}

// freeAbandoned frees the seats whose owners no longer have a lobby connection.
func (s *seating) freeAbandoned() {
	for i := range s.seats {
		st := &s.seats[i]
		if p := s.byConn[st.conn]; !st.taken || p == nil || p.seat != lockstep.Slot(i) {
			*st = seat{}
		}
	}
	for _, p := range s.peers {
		p.standing = false
	}
	s.rosterDue = true
}

// sessionSeats returns the seats in the form that a session takes.
func (s *seating) sessionSeats() (seats [lockstep.NumSlots]Seat) {
	for i := range s.seats {
		if st := &s.seats[i]; st.taken {
			seats[i] = Seat{Taken: true, Token: st.token, Addr: st.addr}
		}
	}
	return seats
}
