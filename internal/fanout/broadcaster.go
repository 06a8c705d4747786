package fanout

import (
	"sync"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/internal/transport"
	"doomhost/relay"
)

// Broadcaster delivers the lobby's messages. The room's owner gives it each message once,
// for any number of connections: a thousand writers that wake at once would run before the
// players' goroutines. The first worker delivers the messages between its batches. Only a
// connection that accepts nothing gets its own goroutine, which waits for it.
//
// The room's owner sends a pong, which answers a latency measurement, at once.
type Broadcaster struct {
	wake    func() // wakes the worker that delivers
	now     func() time.Duration
	waiting sync.WaitGroup // goroutines that wait for connections

	mu    sync.Mutex // guards inbox
	inbox []op

	// The following fields belong to the delivering worker.
	ops     []op      // taken from the inbox and not done yet
	members []*Member // those that joined and have not left
	next    int       // the index of the next member for ops[0], if that is a broadcast
}

// Member is a lobby connection.
type Member struct {
	conn  transport.Conn
	queue sendQueue
	place int // in Broadcaster.members
}

// NewMember makes the member of a connection.
func NewMember(conn transport.Conn) *Member { return &Member{conn: conn} }

// op is one operation for the worker.
type op struct {
	kind     opKind
	to       *Member // nil for all
	frame    []byte
	delivery relay.Delivery
}

type opKind uint8

const (
	opSend  opKind = iota // to, or every member, gets frame
	opJoin                // to joins
	opLeave               // to leaves
	opClose               // to is closed after its queue is sent: the host shuts down
)

// sendQueue holds the frames that wait for a member.
type sendQueue struct {
	mu       sync.Mutex // guards all following fields
	frames   [][]byte
	writing  bool          // a goroutine writes them
	progress time.Duration // while writing: when the connection last accepted something
	closing  bool          // the connection is closed after them
	dead     bool          // the connection is no longer usable
}

const (
	// A member with lossyQueue frames waiting does not get droppable ones, and is closed
	// if it has accepted nothing for stallLimit.
	lossyQueue = 64
	stallLimit = 2 * time.Second
	// maxQueue is the most frames that wait for a member.
	maxQueue = 1024
)

// Join adds a member. The room's owner calls it.
func (b *Broadcaster) Join(m *Member) { b.submit(op{kind: opJoin, to: m}) }

// Leave removes a member whose connection is closed.
func (b *Broadcaster) Leave(m *Member) { b.submit(op{kind: opLeave, to: m}) }

// CloseMember closes a member after sending its queue, because the host shuts down.
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

// sendNow sends a frame ahead of all queued operations, and reports whether that worked.
func (b *Broadcaster) sendNow(to *Member, frame []byte) bool {
	q := &to.queue
	if !q.mu.TryLock() {
		return false // the worker is serving this member
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

// send sends a member a frame, or queues it after the waiting ones.
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

// trySend sends a frame without waiting and reports whether the frame is done with: it was
// accepted, or the member is dead. The member's queue is empty. The queue's mu is held.
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

// startWriting starts the goroutine that writes a member's queue, unless one is running.
// The goroutine also writes the unsent end of a frame that the connection has accepted. The
// queue's mu is held.
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

// pop removes the first frame for the writing goroutine. It ends the writing when the queue
// is empty.
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

// closeAfterQueue closes m once its queue is sent.
func closeAfterQueue(m *Member) {
	q := &m.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closing = true
	if !q.writing {
		m.conn.Close(uint16(relay.CloseGone), "the host shuts down")
	}
}

// kill discards the waiting frames and all later ones.
func (q *sendQueue) kill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.killLocked()
}

func (q *sendQueue) killLocked() { q.dead, q.frames = true, nil }
