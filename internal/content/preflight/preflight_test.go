package preflight

import (
	"errors"
	"testing"

	"doomhost/relay/wire"
)

func choice(m int) wire.Params { return wire.Params{Map: m, WADID: "x"} }

// Of the choices that arrive while another one is loading, only the last is loaded.
func TestTheLastChoiceIsLoaded(t *testing.T) {
	t.Parallel()
	first := make(chan struct{})
	loaded := make(chan int, 10)
	c := New(func(p *wire.Params) (Findings, error) {
		loaded <- p.Map
		if p.Map == 1 {
			<-first
		}
		return Findings{}, nil
	}, nil)
	done := make(chan int, 10)
	begin := func(m int) { c.Begin(choice(m), func(Result) { done <- m }) }
	begin(1)
	if m := <-loaded; m != 1 {
		t.Fatalf("map %d was loaded first", m)
	}
	for m := 2; m <= 4; m++ {
		begin(m)
	}
	close(first)
	for _, want := range []int{1, 4} {
		if m := <-done; m != want {
			t.Errorf("map %d was done, want %d", m, want)
		}
	}
	c.Close()
	begin(5)
	if len(loaded) != 1 || <-loaded != 4 || len(done) != 0 {
		t.Errorf("%d more loads, %d more results", len(loaded), len(done))
	}
}

// A second request gets the known result, without another load.
func TestAKnownResultIsNotLoadedAgain(t *testing.T) {
	t.Parallel()
	loads := 0
	c := New(func(*wire.Params) (Findings, error) {
		loads++
		return Findings{Notes: make([]string, maxLines+5)}, errors.New("no palette")
	}, func(job func()) { job() })
	for range 2 {
		got := make(chan Result, 1)
		c.Begin(choice(1), func(r Result) { got <- r })
		r := <-got
		if r.Err == nil || len(r.Notes) != maxLines+1 || r.Notes[maxLines] != "and 5 more" {
			t.Errorf("result %+v", r)
		}
	}
	c.Close()
	if loads != 1 {
		t.Errorf("%d loads", loads)
	}
}

// Old results make room for new ones, one at a time.
func TestOldResultsAreDropped(t *testing.T) {
	t.Parallel()
	loads := 0
	c := New(func(*wire.Params) (Findings, error) {
		loads++
		return Findings{}, nil
	}, nil)
	for m := range maxResults + 1 {
		p := choice(m)
		c.Judge(&p)
		c.Judge(&p)
	}
	if loads != maxResults+1 || len(c.results) != maxResults {
		t.Errorf("%d loads, %d results", loads, len(c.results))
	}
	for m, want := range []bool{false, true} {
		p := choice(m)
		if _, known := c.Result(&p); known != want {
			t.Errorf("map %d is known: %v", m, known)
		}
	}
}

// A result for files that were replaced during the load is not kept, and the lobby, which asks
// again, does not get it.
func TestAResultOnReplacedFilesIsNotKept(t *testing.T) {
	t.Parallel()
	loads := 0
	var c *Checker
	c = New(func(*wire.Params) (Findings, error) {
		if loads++; loads == 1 {
			c.Forget()
			return Findings{}, errors.New("half a file")
		}
		return Findings{}, nil
	}, nil)
	p := choice(1)
	c.Begin(p, func(r Result) { t.Errorf("told of %+v", r) })
	c.working.Wait()
	if _, known := c.Result(&p); known || loads != 1 {
		t.Errorf("known %v after %d loads", known, loads)
	}
	if r := c.Judge(&p); r.Err != nil || loads != 2 {
		t.Errorf("%v after %d loads", r.Err, loads)
	}
	c.Close()
}
