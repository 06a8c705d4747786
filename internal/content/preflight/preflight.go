// Package preflight finds out whether a choice of WADs and map can be played, and what it
// lacks, before every player's page loads it. It keeps its results until the library changes.
package preflight

import (
	"fmt"
	"strings"
	"sync"

	"doomhost/relay/wire"
)

// Findings list, in sentences for people, what a choice lacks.
type Findings struct {
	// Needs are features without which the map may not be playable to its end. Such a game
	// starts only if the admin starts it anyway.
	Needs []string
	// Notes are all other findings, such as looks and sounds.
	Notes []string
}

// shortened limits the findings to what people will read.
func (f Findings) shortened() Findings {
	cut := func(list []string) []string {
		if len(list) <= maxLines {
			return list
		}
		return append(list[:maxLines:maxLines], fmt.Sprintf("and %d more", len(list)-maxLines))
	}
	return Findings{Needs: cut(f.Needs), Notes: cut(f.Notes)}
}

// Result is the result of loading a choice.
type Result struct {
	Err error // why it cannot be played; nil if it can
	Findings
}

const (
	maxResults = 128 // remembered at a time
	maxLines   = 12  // of each list of findings
)

// Checker loads choices, one at a time, and remembers the results. Any goroutine may use
// it; only Judge and Close wait for a load.
type Checker struct {
	load    func(p *wire.Params) (Findings, error)
	run     func(job func())
	working sync.WaitGroup

	mu      sync.Mutex // guards all following fields
	closed  bool
	running bool
	next    *request // the last one requested while another choice was loading
	results map[string]Result
	order   []string // the keys of results, the oldest first
	dropped int      // number of times that the results were dropped
}

// request is a choice with the callbacks that wait for its result.
type request struct {
	params wire.Params
	done   func(Result)
}

// New makes a Checker. load opens the WADs and the map of a choice; nil loads nothing. run
// runs a load as a job of a queue, and returns when it has ended; nil runs it at once.
func New(load func(p *wire.Params) (Findings, error), run func(job func())) *Checker {
	if run == nil {
		run = func(job func()) { job() }
	}
	return &Checker{load: load, run: run, results: make(map[string]Result)}
}

// key returns a key that identifies a choice.
func key(p *wire.Params) string {
	return fmt.Sprint(p.WADID, " ", p.Episode, " ", p.Map, " ", strings.Join(p.PWADs, " "))
}

// Begin loads a choice in the background and passes the result to done, on another goroutine.
// A choice that is replaced before its turn is not loaded.
func (c *Checker) Begin(p wire.Params, done func(Result)) {
	if c.load == nil || p.WADID == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.next = &request{p, done}
	if !c.running {
		c.running = true
		c.working.Go(c.work)
	}
}

// work loads the requested choices until none is left.
func (c *Checker) work() {
	for {
		c.mu.Lock()
		r := c.next
		c.next, c.running = nil, r != nil
		c.mu.Unlock()
		if r == nil {
			return
		}
		result, known := c.Result(&r.params)
		if !known {
			c.run(func() { c.Judge(&r.params) })
			// A result for files that were replaced meanwhile is not known; whoever replaced
			// them asks again.
			result, known = c.Result(&r.params)
		}
		if known {
			r.done(result)
		}
	}
}

// Judge returns the result of a choice, and loads the choice if the result is not known. Its
// caller is a job of the queue, so that nothing is loaded twice.
func (c *Checker) Judge(p *wire.Params) Result {
	if r, known := c.Result(p); known {
		return r
	}
	c.mu.Lock()
	before := c.dropped
	c.mu.Unlock()
	found, err := c.load(p)
	r := Result{err, found.shortened()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dropped != before {
		return r
	}
	if len(c.order) == maxResults {
		delete(c.results, c.order[0])
		c.order = append(c.order[:0], c.order[1:]...)
	}
	c.results[key(p)] = r
	c.order = append(c.order, key(p))
	return r
}

// Result returns the known result of a choice.
func (c *Checker) Result(p *wire.Params) (r Result, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, known = c.results[key(p)]
	return r, known || c.load == nil
}

// Forget drops all results. When the library changes, a WAD keeps its id, but its file may
// have become unreadable, and the host may have other files.
func (c *Checker) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.results)
	c.order = nil
	c.dropped++
}

// Close waits for the running load, and starts no more in the background.
func (c *Checker) Close() {
	c.mu.Lock()
	c.closed, c.next = true, nil
	c.mu.Unlock()
	c.working.Wait()
}
