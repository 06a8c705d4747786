package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"doomhost/lockstep"
)

// strangers measures the effect of floods on four players, on another visitor and on the
// host's memory. One address sends the shipped program the same request a hundred times a
// second, for five one-hour recordings in turn. It first measures without a flood, and then
// floods with every kind of request that strangers can send, one after the other. If only
// is not empty, it sends just those whose names contain it.
func strangers(ctx context.Context, s settings, only string) error {
	st, err := newStage(ctx, s)
	if err != nil {
		return err
	}
	defer st.end()
	if missing := missingAsks(asks(), st.patterns); len(missing) > 0 {
		return fmt.Errorf("nothing asks for %s: add it to asks.go", strings.Join(missing, ", "))
	}
	fmt.Println(rowHead)
	fmt.Println(st.trial(ctx, s.duration, nil))
	for _, a := range asks() {
		if !strings.Contains(a.name(), only) {
			continue
		}
		fmt.Println(st.trial(ctx, s.duration, []*flooding{st.flooding(a, []string{"127.0.0.2"}, s.rate)}))
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if !strings.Contains(choices.name(), only) {
		return nil
	}
	r, err := st.lobbyTrial(ctx, s.duration, s.rate)
	fmt.Println(r)
	return err
}

// stage is the shipped program with recordings and a game of four players, and a bare
// barrier with four players beside it.
type stage struct {
	*program
	patterns []string // the patterns that it answers
	ids      []string // the recordings' ids
	recorded int      // tics of each recording
	library           // the playable WADs
	engine   string   // path of the client's engine
	offer    string   // a signaling offer
	barrier  *child
	host     *crew
	bare     *crew
	home     string
}

func newStage(ctx context.Context, s settings) (st *stage, err error) {
	st = &stage{recorded: s.tics}
	if st.home, err = os.MkdirTemp("", "loadtest"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			st.end()
		}
	}()
	p, err := startProgram(ctx, s, st.home, true, fast...)
	if err != nil {
		return st, err
	}
	select {
	case st.patterns = <-p.routes:
	case <-time.After(10 * time.Second):
		p.stop()
		return st, fmt.Errorf("%s does not log the patterns that it answers: rebuild it from this source", s.host)
	}
	st.ids, err = p.record(ctx, s, s.recordTime, 5)
	p.stop()
	if err != nil {
		return st, err
	}
	// Start it again, so that its memory is fresh.
	if st.program, err = startProgram(ctx, s, st.home, false); err != nil {
		return st, err
	}
	if st.library, err = st.program.library(); err != nil {
		return st, err
	}
	if st.engine, err = st.enginePath(); err != nil {
		return st, err
	}
	if st.offer, err = offerText(ctx); err != nil {
		return st, err
	}
	players, err := launch(ctx, st.addr)
	if err != nil {
		return st, err
	}
	st.host = newCrew(players)
	b, tcp, err := bareGame(ctx)
	if err != nil {
		return st, err
	}
	st.barrier, st.bare = b, newCrew(tcp.players)
	// Play faster at first, so that the young game gets a snapshot.
	st.host.rate = 5 * lockstep.TicRate
	st.host.measure(ctx, 3*time.Second, func(context.Context) {})
	st.host.rate = lockstep.TicRate
	return st, st.awaitSnapshot(ctx, func() { st.host.measure(ctx, 100*time.Millisecond, func(context.Context) {}) })
}

func (st *stage) end() {
	if st.barrier != nil {
		st.barrier.stop()
	}
	if st.program != nil {
		st.stop()
	}
	_ = os.RemoveAll(st.home)
}

// row is the result of a trial.
type row struct {
	Asked         string
	Tics, Bare    int           // bundles of the host's and of the barrier's players
	Worst         int           // bundles in the worst second
	P99, BareP99  time.Duration // gaps between bundles
	Longest       time.Duration
	Filled        int // filled ticcmds of the host's players
	Memory, Most  int // bytes at the end, and the maximum
	VisitorWaited time.Duration
	Answers       string

	gaps, bareGaps sample
}

const rowHead = "asked for                                        tics  worst s  p99 gap  longest  filled  barrier: tics, p99; memory, its maximum; visitor's longest wait; answers"

func (r row) String() string {
	name := r.Asked
	if len(name) > 48 {
		name = name[:45] + "..."
	}
	return fmt.Sprintf("%-48s %4d %8d %8v %8v %7d  %d, %v; %.0f MB, %.0f MB; %v; %s", name, r.Tics, r.Worst, r.P99.Round(time.Millisecond),
		r.Longest.Round(time.Millisecond), r.Filled, r.Bare, r.BareP99.Round(time.Millisecond), float64(r.Memory)/1e6, float64(r.Most)/1e6,
		r.VisitorWaited.Round(time.Millisecond), r.Answers)
}

// trial measures the players, the memory and a visitor during floods.
func (st *stage) trial(ctx context.Context, d time.Duration, floods []*flooding) row {
	r := row{Asked: "nothing"}
	var (
		bare   seen
		beside sync.WaitGroup
	)
	beside.Go(func() { bare = st.bare.measure(ctx, d, func(context.Context) {}) })
	got := st.host.measure(ctx, d, func(ctx context.Context) {
		var all sync.WaitGroup
		defer all.Wait()
		for _, f := range floods {
			all.Go(func() { f.run(ctx, d) })
		}
		all.Go(func() { r.VisitorWaited = visit(ctx, st.addr) })
		for ctx.Err() == nil {
			r.Most = max(r.Most, st.memory())
			time.Sleep(50 * time.Millisecond)
		}
	})
	beside.Wait()
	var names, answers []string
	for _, f := range floods {
		names, answers = append(names, f.name()), append(answers, f.answers())
	}
	if len(names) > 0 {
		r.Asked, r.Answers = strings.Join(names, " + "), strings.Join(answers, " + ")
	}
	r.Tics, r.Worst, r.Filled, r.P99, r.Longest = got.tics, got.worst, got.filled, got.gaps.p(0.99), got.gaps.p(1)
	r.Bare, r.BareP99, r.Memory = bare.tics, bare.gaps.p(0.99), st.memory()
	r.gaps, r.bareGaps = got.gaps, bare.gaps
	return r
}

// lobbyTrial ends the game and measures the memory while its players change choices in the
// open lobby.
func (st *stage) lobbyTrial(ctx context.Context, d time.Duration, rate int) (row, error) {
	if err := st.stopGame(ctx); err != nil {
		return row{}, err
	}
	f := st.flooding(choices, nil, rate)
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	r := row{Asked: f.name() + " in the open lobby"}
	var all sync.WaitGroup
	all.Go(func() { f.run(ctx, d) })
	all.Go(func() { r.VisitorWaited = visit(ctx, st.addr) })
	for ctx.Err() == nil {
		r.Most = max(r.Most, st.memory())
		time.Sleep(50 * time.Millisecond)
	}
	all.Wait()
	r.Memory, r.Answers = st.memory(), f.answers()
	return r, nil
}

// codes counts answers by status.
type codes map[int]int

func (c codes) String() string {
	text := ""
	for _, code := range slices.Sorted(maps.Keys(c)) {
		what := fmt.Sprint(code)
		if code == 0 {
			what = "none"
		}
		text += fmt.Sprintf("%s: %d, ", what, c[code])
	}
	return strings.TrimSuffix(text, ", ")
}
