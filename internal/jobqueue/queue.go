// Package jobqueue bounds what strangers may have the host do: work that anybody on
// the network can ask for, and that costs more than to send some bytes which are there.
//
// A Queue runs one job at a time, on a thread that stands behind others. Jobs wait in
// a queue for each address; the addresses take turns, so that one which asks for
// much waits for itself. What is over a bound is refused at once, with ErrBusy. A
// budget bounds the bytes that all answers together hold in memory.
//
// Goroutines: a worker, while there is work; it ends with the last job. Do returns when
// its job has run, or has left the queue.
//
// Locks: Queue.mu guards all of a queue's state. It is not held while a job runs.
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

// ErrBusy says that there is no room for another job, or for its answer, from this
// address.
var ErrBusy = errors.New("the host has much to do just now: try again in a moment")

// Config bounds a queue. A zero field has its default.
type Config struct {
	Waiting        int   // jobs in all; default 128
	WaitingAddress int   // jobs of one address; default 16
	Bytes          int64 // held for answers in all; default 64 MiB
	BytesAddress   int64 // held for answers to one address; default 16 MiB
	Downloads      int   // of files, by one address at a time; default 32
	// LowerPriority makes the calling thread stand behind others; nil leaves it.
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

// Queue is the jobs that wait, and the bytes that are held.
type Queue struct {
	cfg Config

	mu        sync.Mutex // guards all following fields
	running   bool       // there is a worker
	waiting   int
	byAddr    map[string][]*job // none of them is empty
	turns     []string          // the keys of byAddr, the next one first
	held      int64
	heldBy    map[string]int64
	downloads map[string]int
}

// job is one call of Do.
type job struct {
	run   func()
	done  chan struct{} // closed when it has run
	fault any           // what it panicked with
}

// New makes a queue. It starts nothing.
func New(cfg Config) *Queue {
	return &Queue{
		cfg: cfg.withDefaults(), byAddr: make(map[string][]*job), heldBy: make(map[string]int64), downloads: make(map[string]int),
	}
}

// Do runs f for an address when its turn has come, and returns when f has. It returns
// ErrBusy where too many wait already, and ctx's error where that ends before the
// turn comes; then f does not run. A panic of f is the caller's.
func (q *Queue) Do(ctx context.Context, addr string, f func()) error {
	return q.do(ctx, addr, f, true)
}

// Continue is Do for a further job of an answer that is begun: it waits its turn and is not
// refused. What the answer holds of the budget bounds how many there are.
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
		<-j.done // it runs already, with what is the caller's
	}
	if j.fault != nil {
		panic(j.fault)
	}
	return nil
}

// Run runs f in its turn, as work of the host's own: whoever calls it bounds how much of
// that there is. A panic of f is the caller's.
func (q *Queue) Run(f func()) {
	// It is not refused, and this context does not end.
	_ = q.do(context.Background(), own, f, false)
}

// own is in place of an address what the host does for itself.
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

// leave takes a job out of the queue. It reports false where it is not there any more.
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

// next takes the job out of the queue whose turn it is. Where there is none the worker ends.
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

// work runs jobs until there are none. Its thread ends with it: few systems let one
// have its priority back.
func (q *Queue) work() {
	runtime.LockOSThread()
	q.cfg.LowerPriority()
	for j := q.next(); j != nil; j = q.next() {
		j.do()
		runtime.Gosched() // whoever waits for a processor goes first
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

// Hold takes n bytes of an address's budget until release is called. It returns ErrBusy
// where too many are held. Who holds none may hold as many as there are in all,
// however many an address may have.
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

// Held is how many bytes are held now.
func (q *Queue) Held() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.held
}
