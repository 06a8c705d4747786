package room

import (
	"sync/atomic"

	"doomhost/relay"
)

// task is what the executor does: an event, for a new connection with its peer.
type task struct {
	ev      relay.Event
	open    *peer
	gone    bool              // the event's connection is closed
	ask     func(*relay.Room) // a question to the relay
	due     bool              // the relay's deadline has come
	stop    bool              // the last task that is done
	follows bool              // its submitter submits the next one at once
}

// urgent reports whether tics wait for the task. All of a peer's tasks are urgent or none,
// as tasks keep their order only among their like.
func (t *task) urgent() bool {
	k := t.ev.Kind
	return t.due || k == relay.GameTic || k == relay.GameOpened || k == relay.GameClosed
}

// batchSize is how many tasks are done before what came of them is written, and how many
// of others' a submitter does.
const batchSize = 256

// executor does tasks one at a time, on the goroutine that submits one while it is idle:
// a ticcmd that completes a tic is sealed and sent by the goroutine that read it, and no
// other has to wake up for that.
//
// pending doubles as the lock: whoever raises it from 0 owns the room until it drains or
// hands off. The owner does every task that is there, also those that are not counted
// yet: urgent ones first, each kind in the order in which it came. So when pending is 0,
// no counted task is left, and a task may be done without passing through a channel.
type executor struct {
	do    func(*task) // does a task, but does not write new bundles
	flush func(*task) // writes what came of a task and those before it

	pending atomic.Int64  // tasks that are submitted and not done
	urgent  chan task     // tasks that tics wait for
	normal  chan task     // all others
	handoff chan struct{} // has one element when an owner has done enough
	stopped chan struct{} // closed when no task is done any more
}

// newExecutor makes an executor that does nothing before start.
func newExecutor(do, flush func(*task)) *executor {
	e := &executor{
		do: do, flush: flush,
		urgent:  make(chan task, 1024),
		normal:  make(chan task, 1024),
		handoff: make(chan struct{}, 1),
		stopped: make(chan struct{}),
	}
	e.pending.Add(1) // its maker owns it
	return e
}

// start does what was submitted so far, and lets submitters work from now on.
func (e *executor) start() { e.drain(e.pending.Add(-1)) }

// submit gives the executor a task, unless it is stopped, and does it if nobody else
// works, with all that come meanwhile.
func (e *executor) submit(t task) {
	if e.pending.CompareAndSwap(0, 1) {
		e.do(&t)
		e.flush(&t)
		e.drain(e.pending.Add(-1))
		return
	}
	queue := e.normal
	if t.urgent() {
		queue = e.urgent
	}
	// There is room nearly always, and a select of one channel is cheaper.
	select {
	case queue <- t:
	default:
		select {
		case queue <- t:
		case <-e.stopped:
			return
		}
	}
	if e.pending.Add(1) == 1 {
		e.drain(1)
	}
}

// drain does tasks until none is left; count is how many have been counted. Its caller
// owns the room. After a batch it hands the rest off to run: its caller has a peer to
// listen to.
func (e *executor) drain(count int64) {
	for done := 0; count > 0; {
		if done += e.batch(); done >= batchSize {
			e.handoff <- struct{}{} // has room: there is one owner
			return
		}
		count = e.pending.Add(-count)
	}
}

// batch does the tasks that are there, batchSize at most, and returns how many. It does
// what is urgent, and writes what came of that, before each task that is not: so nothing
// that lobby connections send delays a tic.
func (e *executor) batch() (done int) {
	var t task
	for ; done < batchSize; done++ {
		select {
		case t = <-e.urgent:
		default:
			if done > 0 {
				e.flush(&t)
			}
			select {
			case t = <-e.normal:
			default:
				return done
			}
		}
		e.do(&t)
	}
	e.flush(&t)
	return done
}

// run does what submitters hand off, until the executor is stopped.
func (e *executor) run() {
	for {
		select {
		case <-e.handoff:
			e.drain(e.pending.Load())
		case <-e.stopped:
			return
		}
	}
}
