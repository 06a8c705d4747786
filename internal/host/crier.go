package host

import (
	"sync"
	"time"

	"doomhost/relay"
)

// crier brings lobby messages to their peers. Who works on the table gives it a
// message once, however many hear it: a thousand writers woken at once would stand
// before the players' goroutines, and the first mover, which brings the messages about
// between its spectators, stands behind them. Only where a connection takes nothing a
// goroutine waits for it.
//
// What tells of this moment, a pong, is sent by who works on the table, as bundles are.
type crier struct {
	nudge   func() // wakes who delivers
	now     func() time.Duration
	waiting sync.WaitGroup // goroutines that wait for connections

	mu    sync.Mutex // guards inbox
	inbox []notice

	// The following fields are for who delivers.
	notices []notice // taken from the inbox, not delivered yet
	peers   []*peer  // those who came and did not go
	at      int      // how many of them have the first of notices, if that is for all
}

// notice is a thing for the crier to do.
type notice struct {
	what     errand
	to       *peer // nil for all
	frame    []byte
	delivery relay.Delivery
}

type errand uint8

const (
	errandFrame   errand = iota // to, or all, gets the frame
	errandCome                  // to is here
	errandGo                    // to is here no more
	errandGoodbye               // to gets no more: the host shuts down
)

// mail is what waits for a peer, and how far that is.
type mail struct {
	mu      sync.Mutex // guards all following fields
	frames  [][]byte
	writing bool          // a goroutine writes them
	moved   time.Duration // while writing: when the peer took something last
	last    bool          // goodbye comes after them
	dead    bool          // the connection is of no use any more
}

const (
	// mailMuch is how many frames a peer may be behind until it misses those that may
	// be missed, and until it goes, where it took nothing for mailStill.
	mailMuch  = 64
	mailStill = 2 * time.Second
	// mailMost is how many frames wait for a peer at most.
	mailMost = 1024
)

// tell gives a frame to a peer, or to all where to is nil. The table's owner calls it.
func (c *crier) tell(to *peer, frame []byte, how relay.Delivery) {
	if frame == nil || how == relay.AtOnce && to != nil && c.tellNow(to, frame) {
		return
	}
	c.add(notice{errandFrame, to, frame, how})
}

// tellNow sends a peer a frame before all that waits, and reports whether that went.
func (c *crier) tellNow(to *peer, frame []byte) bool {
	m := &to.mail
	if !m.mu.TryLock() {
		return false // who delivers is at this peer
	}
	defer m.mu.Unlock()
	return !m.writing && c.try(to, frame)
}

func (c *crier) add(n notice) {
	c.mu.Lock()
	c.inbox = append(c.inbox, n)
	c.mu.Unlock()
	c.nudge()
}

// deliver does some of what there is to do and reports whether there was anything.
func (c *crier) deliver() bool {
	if len(c.notices) == 0 {
		c.mu.Lock()
		c.notices, c.inbox = c.inbox, nil
		c.mu.Unlock()
		if len(c.notices) == 0 {
			return false
		}
	}
	now := c.now()
	for done := 0; done < helping && len(c.notices) > 0; done++ {
		if done%breather == breather-1 {
			giveWay()
		}
		c.step(now)
	}
	return true
}

// step does one thing: brings a frame to one peer, or another errand.
func (c *crier) step(now time.Duration) {
	n := &c.notices[0]
	switch {
	case n.what == errandCome:
		n.to.place = len(c.peers)
		c.peers = append(c.peers, n.to)
	case n.what == errandGo:
		last := len(c.peers) - 1
		c.peers[n.to.place] = c.peers[last]
		c.peers[n.to.place].place = n.to.place
		c.peers[last] = nil
		c.peers = c.peers[:last]
		n.to.mail.end()
	case n.what == errandGoodbye:
		c.goodbye(n.to)
	case n.to != nil:
		c.hand(n.to, n.frame, n.delivery, now)
	case c.at < len(c.peers):
		c.hand(c.peers[c.at], n.frame, n.delivery, now)
		if c.at++; c.at < len(c.peers) {
			return
		}
	}
	c.at = 0
	*n = notice{}
	c.notices = c.notices[1:]
}

// hand brings a peer a frame, or lets it wait behind others.
func (c *crier) hand(p *peer, frame []byte, how relay.Delivery, now time.Duration) {
	m := &p.mail
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead || !m.writing && c.try(p, frame) {
		return
	}
	behind := len(m.frames)
	switch {
	case behind >= mailMuch && how == relay.IfRoom:
		return
	case behind >= mailMuch && now-m.moved > mailStill, behind >= mailMost:
		m.kill()
		p.conn.Close(closePolicy, "too slow a reader")
		return
	}
	m.frames = append(m.frames, frame)
	c.write(p)
}

// try sends a frame without waiting and reports whether that is done with. Nothing
// waits for the peer, and its mail's mu is held.
func (c *crier) try(p *peer, frame []byte) bool {
	m := &p.mail
	if m.dead {
		return true
	}
	n, err := p.conn.TryWrite(frame, len(frame))
	if err != nil {
		m.kill()
		return true
	}
	if h, ok := p.conn.(halver); ok && n > 0 && h.half() {
		c.write(p)
	}
	return n > 0
}

// halver is a Conn that takes frames of which a part waits to be sent with the next
// write.
type halver interface{ half() bool }

// half reports whether the end of a frame may be unsent.
func (c *wsConn) half() bool {
	if !c.raw.mu.TryLock() {
		return true
	}
	defer c.raw.mu.Unlock()
	return len(c.raw.rest) > 0
}

// write lets a goroutine write what waits for p, and what a connection has not sent of
// a frame that it took, where none does. The mail's mu is held.
func (c *crier) write(p *peer) {
	m := &p.mail
	if m.writing {
		return
	}
	m.writing, m.moved = true, c.now()
	c.waiting.Go(func() {
		for frame, more := []byte(nil), true; more; frame, more = m.next(c.now()) {
			if p.conn.Write(frame) != nil {
				m.end()
				p.conn.Close(closePolicy, "too slow a reader")
				return
			}
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.last {
			p.conn.Close(uint16(relay.CloseGone), "the host shuts down")
		}
	})
}

// next takes the next frame for the goroutine that writes them, which is over where
// there is none.
func (m *mail) next(now time.Duration) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.moved = now
	if len(m.frames) == 0 {
		m.frames, m.writing = nil, false
		return nil, false
	}
	frame := m.frames[0]
	m.frames[0] = nil
	m.frames = m.frames[1:]
	return frame, true
}

// goodbye closes p once it has all that waits for it.
func (c *crier) goodbye(p *peer) {
	m := &p.mail
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = true
	if !m.writing {
		p.conn.Close(uint16(relay.CloseGone), "the host shuts down")
	}
}

// end throws away what waits, and what comes.
func (m *mail) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kill()
}

// kill is end where mu is held.
func (m *mail) kill() { m.dead, m.frames = true, nil }
