package room

import (
	"sync/atomic"

	"doomhost/relay"
)

// task is one unit of the executor's work: an event, and the peer if its connection is new.
type task struct {
	ev      relay.Event
	open    *peer
	gone    bool              // the event's connection has closed
	ask     func(*relay.Room) // reads from the relay
	due     bool              // the relay's deadline has passed
	stop    bool              // this is the last task
	follows bool              // its submitter submits another task at once
}

// urgent reports whether tics wait for the task. Either all of a peer's tasks are urgent or
// none are, because the executor keeps the order only within each kind.
func (t *task) urgent() bool {
	k := t.ev.Kind
	return t.due || k == relay.GameTic || k == relay.GameOpened || k == relay.GameClosed
}

// batchSize is the most tasks that are done before their results are written, and the most
// tasks of other goroutines that a submitter does.
const batchSize = 256

// executor does tasks one at a time, on the goroutine that submits a task while the
// executor is idle. The goroutine that reads the last ticcmd of a tic therefore also seals
// and sends the tic, and no other goroutine has to wake up.
//
// pending doubles as the lock: whoever raises it from 0 owns the room until it drains or
// hands off. The owner does every queued task, including those not yet counted: urgent
// tasks first, and each kind in the order of arrival. When pending is 0, no counted task is
// left, so the next task can run without passing through a channel.
type executor struct {
	do    func(*task) // executes a task, but does not write new bundles
	flush func(*task) // writes the results of a task and of those before it

	pending atomic.Int64  // tasks that are submitted but not done
	urgent  chan task     // tasks that tics wait for
	normal  chan task     // all others
	handoff chan struct{} // has one element when an owner hands off
	stopped chan struct{} // closed when no more tasks are executed
}

// newExecutor makes an executor that runs no task before start.
func newExecutor(do, flush func(*task)) *executor {
	e := &executor{
		do: do, flush: flush,
		urgent:  make(chan task, 1024),
		normal:  make(chan task, 1024),
		handoff: make(chan struct{}, 1),
		stopped: make(chan struct{}),
	}
	e.pending.Add(1) // the caller owns it
	return e
}

// start does the tasks submitted so far, and lets submitters do tasks from now on.
func (e *executor) start() { e.drain(e.pending.Add(-1)) }

// submit gives the executor a task, unless it is stopped. If the executor is idle, submit
// does the task itself, and the tasks that arrive meanwhile.
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
	// The queue nearly always has room, and a select on one channel is cheaper.
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

// drain does tasks until none is left; count is the number of counted tasks. Its caller
// owns the room. After a batch, drain hands the rest off to run, because its caller has a
// peer to read from.
func (e *executor) drain(count int64) {
	for done := 0; count > 0; {
		if done += e.batch(); done >= batchSize {
			e.handoff <- struct{}{} // does not block: there is only one owner
			return
		}
		count = e.pending.Add(-count)
	}
}

// batch does the queued tasks, at most batchSize, and returns how many it did. Before each
// normal task it does all urgent ones and writes their results, so messages from lobby
// connections do not delay a tic.
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

// run does the tasks that submitters hand off, until the executor is stopped.
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
