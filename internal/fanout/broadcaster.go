package fanout

import (
	"sync"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/internal/transport"
	"doomhost/relay"
)

// Broadcaster delivers the lobby's messages. The room's owner gives it each message once,
// however many connections get it: a thousand writers that wake at once would run before
// the players' goroutines. The first worker delivers, between its batches. Only a
// connection that accepts nothing gets a goroutine that waits for it.
//
// A message that answers a measurement, a pong, is sent by the room's owner at once.
type Broadcaster struct {
	wake    func() // wakes the worker that delivers
	now     func() time.Duration
	waiting sync.WaitGroup // goroutines that wait for connections

	mu    sync.Mutex // guards inbox
	inbox []op

	// The following fields are the delivering worker's own.
	ops     []op      // taken from the inbox, not done yet
	members []*Member // those who joined and did not leave
	next    int       // which of them gets the first of ops next, if that is for all
}

// Member is a lobby connection.
type Member struct {
	conn  transport.Conn
	queue sendQueue
	place int // in Broadcaster.members
}

// NewMember makes the member of a connection.
func NewMember(conn transport.Conn) *Member { return &Member{conn: conn} }

// op is a thing for the worker to do.
type op struct {
	kind     opKind
	to       *Member // nil for all
	frame    []byte
	delivery relay.Delivery
}

type opKind uint8

const (
	opSend  opKind = iota // to, or all, gets frame
	opJoin                // to joins
	opLeave               // to leaves
	opClose               // to is closed behind what waits for it: the host shuts down
)

// sendQueue is what waits for a member.
type sendQueue struct {
	mu       sync.Mutex // guards all following fields
	frames   [][]byte
	writing  bool          // a goroutine writes them
	progress time.Duration // while writing: when the connection accepted something last
	closing  bool          // a goodbye comes after them
	dead     bool          // the connection is of no use any more
}

const (
	// With lossyQueue frames waiting, a member misses droppable ones, and is closed if
	// it accepted nothing for stallLimit.
	lossyQueue = 64
	stallLimit = 2 * time.Second
	// maxQueue is how many frames wait for a member at most.
	maxQueue = 1024
)

// Join adds a member. The room's owner calls it.
func (b *Broadcaster) Join(m *Member) { b.submit(op{kind: opJoin, to: m}) }

// Leave removes a member whose connection is closed.
func (b *Broadcaster) Leave(m *Member) { b.submit(op{kind: opLeave, to: m}) }

// CloseMember closes a member behind what waits for it, as the host shuts down.
func (b *Broadcaster) CloseMember(m *Member) { b.submit(op{kind: opClose, to: m}) }

// Broadcast sends a frame to all members. The room's owner calls it.
func (b *Broadcaster) Broadcast(frame []byte, how relay.Delivery) {
	if frame != nil {
		b.submit(op{opSend, nil, frame, how})
	}
}

// Send sends a frame to one member. The room's owner calls it.
func (b *Broadcaster) Send(to *Member, frame []byte, how relay.Delivery) {
	if frame == nil || how == relay.AtOnce && b.sendNow(to, frame) {
		return
	}
	b.submit(op{opSend, to, frame, how})
}

// sendNow sends a frame ahead of all that waits, and reports whether that worked.
func (b *Broadcaster) sendNow(to *Member, frame []byte) bool {
	q := &to.queue
	if !q.mu.TryLock() {
		return false // the worker is at this member
	}
	defer q.mu.Unlock()
	return !q.writing && b.trySend(to, frame)
}

func (b *Broadcaster) submit(o op) {
	b.mu.Lock()
	b.inbox = append(b.inbox, o)
	b.mu.Unlock()
	b.wake()
}

// deliver does a batch of operations and reports whether there were any.
func (b *Broadcaster) deliver() bool {
	if len(b.ops) == 0 {
		b.mu.Lock()
		b.ops, b.inbox = b.inbox, nil
		b.mu.Unlock()
		if len(b.ops) == 0 {
			return false
		}
	}
	now := b.now()
	for done := 0; done < batchSize && len(b.ops) > 0; done++ {
		if done%yieldEvery == yieldEvery-1 {
			thread.YieldCPU()
		}
		b.step(now)
	}
	return true
}

// step sends a frame to one member, or does another operation.
func (b *Broadcaster) step(now time.Duration) {
	o := &b.ops[0]
	switch {
	case o.kind == opJoin:
		o.to.place = len(b.members)
		b.members = append(b.members, o.to)
	case o.kind == opLeave:
		last := len(b.members) - 1
		b.members[o.to.place] = b.members[last]
		b.members[o.to.place].place = o.to.place
		b.members[last] = nil
		b.members = b.members[:last]
		o.to.queue.kill()
	case o.kind == opClose:
		closeAfterQueue(o.to)
	case o.to != nil:
		b.send(o.to, o.frame, o.delivery, now)
	case b.next < len(b.members):
		b.send(b.members[b.next], o.frame, o.delivery, now)
		if b.next++; b.next < len(b.members) {
			return
		}
	}
	b.next = 0
	*o = op{}
	b.ops = b.ops[1:]
}

// send sends a member a frame, or queues it behind others.
func (b *Broadcaster) send(m *Member, frame []byte, how relay.Delivery, now time.Duration) {
	q := &m.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dead || !q.writing && b.trySend(m, frame) {
		return
	}
	behind := len(q.frames)
	switch {
	case behind >= lossyQueue && how == relay.IfRoom:
		return
	case behind >= lossyQueue && now-q.progress > stallLimit, behind >= maxQueue:
		q.killLocked()
		m.conn.Close(transport.ClosePolicy, "too slow a reader")
		return
	}
	q.frames = append(q.frames, frame)
	b.startWriting(m)
}

// trySend sends a frame without waiting and reports whether no more is to be done about
// it. Nothing is queued for the member. Its queue's mu is held.
func (b *Broadcaster) trySend(m *Member, frame []byte) bool {
	q := &m.queue
	if q.dead {
		return true
	}
	n, err := m.conn.TryWrite(frame, len(frame))
	if err != nil {
		q.killLocked()
		return true
	}
	if p, ok := m.conn.(transport.PartialWriter); ok && n > 0 && p.PartialFrame() {
		b.startWriting(m)
	}
	return n > 0
}

// startWriting starts the goroutine that writes a member's queue, and the unsent end of a
// frame that its connection accepted, unless there is one. The queue's mu is held.
func (b *Broadcaster) startWriting(m *Member) {
	q := &m.queue
	if q.writing {
		return
	}
	q.writing, q.progress = true, b.now()
	b.waiting.Go(func() {
		for frame, ok := []byte(nil), true; ok; frame, ok = q.pop(b.now()) {
			if m.conn.Write(frame) != nil {
				q.kill()
				m.conn.Close(transport.ClosePolicy, "too slow a reader")
				return
			}
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.closing {
			m.conn.Close(uint16(relay.CloseGone), "the host shuts down")
		}
	})
}

// pop removes the first frame for the goroutine that writes, and ends the writing when
// there is none.
func (q *sendQueue) pop(now time.Duration) ([]byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.progress = now
	if len(q.frames) == 0 {
		q.frames, q.writing = nil, false
		return nil, false
	}
	frame := q.frames[0]
	q.frames[0] = nil
	q.frames = q.frames[1:]
	return frame, true
}

// closeAfterQueue closes m once all that waits for it is sent.
func closeAfterQueue(m *Member) {
	q := &m.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closing = true
	if !q.writing {
		m.conn.Close(uint16(relay.CloseGone), "the host shuts down")
	}
}

// kill discards what waits, and what comes.
func (q *sendQueue) kill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.killLocked()
}

func (q *sendQueue) killLocked() { q.dead, q.frames = true, nil }
