// Package jobqueue bounds the work that strangers can cause: everything that anybody on the
// network can request, and that costs more than sending existing bytes.
//
// A Queue runs one job at a time, on a thread of low priority. Each address has a queue of
// its own, and the addresses take turns, so that an address with many jobs delays only
// itself. Jobs over a limit fail at once with ErrBusy. A budget bounds the bytes that all
// answers together hold in memory.
//
// Goroutines: one worker while there are jobs; it ends after the last. Do returns when its
// job has run or has left the queue.
//
// Locks: Queue.mu guards all of a queue's state. No goroutine holds it while a job runs.
package jobqueue

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
)

// ErrBusy means that the queue has no room for another job, or for its answer, from this
// address.
var ErrBusy = errors.New("the host has much to do just now: try again in a moment")

// Config bounds a queue. A zero field means the default.
type Config struct {
	Waiting        int   // waiting jobs in total; default 128
	WaitingAddress int   // waiting jobs of one address; default 16
	Bytes          int64 // bytes of all answers; default 64 MiB
	BytesAddress   int64 // bytes of the answers to one address; default 16 MiB
	Downloads      int   // concurrent downloads of one address; default 32
	// LowerPriority lowers the priority of the calling thread; nil keeps it.
	LowerPriority func()
}

func (c Config) withDefaults() Config {
	if c.Waiting <= 0 {
		c.Waiting = 128
	}
	if c.WaitingAddress <= 0 {
		c.WaitingAddress = 16
	}
	if c.Bytes <= 0 {
		c.Bytes = 64 << 20
	}
	if c.BytesAddress <= 0 {
		c.BytesAddress = 16 << 20
	}
	if c.Downloads <= 0 {
		c.Downloads = 32
	}
	if c.LowerPriority == nil {
		c.LowerPriority = func() {}
	}
	return c
}

// Queue holds the waiting jobs and counts the reserved bytes.
type Queue struct {
	cfg Config

	mu        sync.Mutex // guards all following fields
	running   bool       // a worker runs
	waiting   int
	byAddr    map[string][]*job // no list is empty
	turns     []string          // the keys of byAddr, next one first
	held      int64
	heldBy    map[string]int64
	downloads map[string]int
}

// job is one call of Do.
type job struct {
	run   func()
	done  chan struct{} // closed after run has returned
	fault any           // the value of run's panic
}

// New makes a queue. It starts no goroutine.
func New(cfg Config) *Queue {
	return &Queue{
		cfg: cfg.withDefaults(), byAddr: make(map[string][]*job), heldBy: make(map[string]int64), downloads: make(map[string]int),
	}
}

// Do runs f in the address's turn and returns when f has. It returns ErrBusy if too many
// jobs wait, and ctx's error if ctx ends before the turn comes; f does not run in either
// case. A panic of f becomes a panic of the caller.
func (q *Queue) Do(ctx context.Context, addr string, f func()) error {
	return q.do(ctx, addr, f, true)
}

// Continue is Do for a further job of an answer that has begun: the queue never refuses it.
// The answer's share of the budget bounds the number of such jobs.
func (q *Queue) Continue(ctx context.Context, addr string, f func()) error {
	return q.do(ctx, addr, f, false)
}

func (q *Queue) do(ctx context.Context, addr string, f func(), bounded bool) error {
	j := &job{run: f, done: make(chan struct{})}
	if err := q.submit(addr, j, bounded); err != nil {
		return err
	}
	select {
	case <-j.done:
	case <-ctx.Done():
		if q.leave(addr, j) {
			return ctx.Err()
		}
		<-j.done // it is running and uses the caller's data
	}
	if j.fault != nil {
		panic(j.fault)
	}
	return nil
}

// Run runs f in turn as work of the host itself, without a limit: the caller bounds the
// amount of such work. A panic of f becomes a panic of the caller.
func (q *Queue) Run(f func()) {
	// Neither a limit nor this context ends the wait, so there is no error.
	_ = q.do(context.Background(), own, f, false)
}

// own is the key for the host's own work, in place of an address.
const own = ""

func (q *Queue) submit(addr string, j *job, bounded bool) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	before := q.byAddr[addr]
	if bounded && (q.waiting >= q.cfg.Waiting || len(before) >= q.cfg.WaitingAddress) {
		return ErrBusy
	}
	if len(before) == 0 {
		q.turns = append(q.turns, addr)
	}
	q.byAddr[addr] = append(before, j)
	q.waiting++
	if !q.running {
		q.running = true
		go q.work()
	}
	return nil
}

// leave removes a job from the queue. It returns false if the job has left already.
func (q *Queue) leave(addr string, j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := q.byAddr[addr]
	i := slices.Index(list, j)
	if i < 0 {
		return false
	}
	q.waiting--
	if list = slices.Delete(list, i, i+1); len(list) > 0 {
		q.byAddr[addr] = list
		return true
	}
	delete(q.byAddr, addr)
	q.turns = slices.DeleteFunc(q.turns, func(a string) bool { return a == addr })
	return true
}

// next removes and returns the next job. It returns nil, which ends the worker, if none
// waits.
func (q *Queue) next() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.turns) == 0 {
		q.running = false
		return nil
	}
	addr := q.turns[0]
	q.turns = slices.Delete(q.turns, 0, 1)
	list := q.byAddr[addr]
	j := list[0]
	q.waiting--
	if list = slices.Delete(list, 0, 1); len(list) > 0 {
		q.byAddr[addr] = list
		q.turns = append(q.turns, addr)
	} else {
		delete(q.byAddr, addr)
	}
	return j
}

// work runs jobs until none waits. Its thread ends with it, because few systems let a
// thread raise its priority again.
func (q *Queue) work() {
	runtime.LockOSThread()
	q.cfg.LowerPriority()
	for j := q.next(); j != nil; j = q.next() {
		j.do()
		runtime.Gosched() // let waiting goroutines run first
	}
}

func (j *job) do() {
	defer close(j.done)
	defer func() {
		if fault := recover(); fault != nil {
			j.fault = fmt.Sprintf("%v, in a job:\n%s", fault, debug.Stack())
		}
	}()
	j.run()
}

// Hold reserves n bytes of an address's budget until release is called. It returns ErrBusy
// if too many bytes are reserved. An address without a reservation may exceed its own
// limit, up to the total.
func (q *Queue) Hold(addr string, n int64) (release func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before := q.heldBy[addr]
	if q.held+n > q.cfg.Bytes || before > 0 && before+n > q.cfg.BytesAddress {
		return nil, ErrBusy
	}
	q.held += n
	q.heldBy[addr] += n
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.held -= n
		if q.heldBy[addr] -= n; q.heldBy[addr] == 0 {
			delete(q.heldBy, addr)
		}
	}), nil
}

// Held returns the number of reserved bytes.
func (q *Queue) Held() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.held
}
