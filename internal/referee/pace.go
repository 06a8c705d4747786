package referee

import (
	"context"
	"fmt"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/lockstep"
)

// A game runs at 35 tics a second, and the referee steps each of them at once. Faster tics,
// from a load test or a foreign client, must not cost the relay a processor. The referee
// then works in pieces, rests between them, and falls behind. The log keeps all tics, so
// the referee catches up when they slow down, and skips none.
const (
	// pieceTime is how long the referee plays before it checks its pace.
	pieceTime = 2 * time.Millisecond
	// restShare is the ratio of rest to play in a flood of tics: the referee uses a quarter
	// of one processor.
	restShare = 3
	// restLeast is the shortest rest, so that tics gather: a wake-up costs more than a tic.
	restLeast = 2 * time.Millisecond
	// yieldEvery is how many tics the referee plays before it yields the processor.
	yieldEvery = 16
	// paceTime is the period over which the referee counts tics to detect a flood. Up to
	// burst extra tics in a period are no flood: they waited for a slow player.
	paceTime = 100 * time.Millisecond
	burst    = 10
	// afterEnd is how many tics the referee still plays after a game's end. If it is
	// further behind it skips them, because nobody asks for their states any more.
	afterEnd = window
)

// pace detects a flood of tics. It is pure.
type pace struct {
	from     time.Time    // start of the current period
	frontier lockstep.Tic // at that time
	fast     bool         // the result of the last period
}

// flooded takes the current frontier, and reports whether tics come at more than twice the
// speed of a game.
func (p *pace) flooded(now time.Time, frontier lockstep.Tic) bool {
	if took := now.Sub(p.from); took >= paceTime {
		played := int64(2*lockstep.TicRate*took/time.Second) + burst
		p.fast = !p.from.IsZero() && int64(frontier-p.frontier) > played
		p.from, p.frontier = now, frontier
	}
	return p.fast
}

// rest returns the rest after played of play in a flood.
func rest(played time.Duration) time.Duration { return max(restLeast, restShare*played) }

// watch steps the engine with every bundle until the game ends.
func (m *match) watch(ctx context.Context) {
	var p pace
	for ctx.Err() == nil && m.game.Wait(ctx, m.next) {
		begin := time.Now()
		frontier := m.game.Log.Frontier()
		if m.game.Ended() && frontier-m.next > afterEnd {
			m.r.cfg.Log.Info("the referee skips the rest of a game that ran too fast", "tic", m.next, "of", frontier)
			return
		}
		flooded := p.flooded(begin, frontier)
		if err := m.play(ctx, begin); err != nil {
			m.r.cfg.Log.Warn("the referee's engine failed: the game goes on without a referee", "tic", m.next, "err", err)
			return
		}
		if flooded {
			select {
			case <-time.After(rest(time.Since(begin))):
			case <-ctx.Done():
			}
		}
	}
}

// play steps the sealed tics for at most pieceTime.
func (m *match) play(ctx context.Context, begin time.Time) error {
	run, err := m.game.Log.From(m.next)
	if err != nil {
		return fmt.Errorf("read the game's log: %w", err)
	}
	stride := m.game.Log.Stride()
	for ; len(run) >= stride && ctx.Err() == nil && time.Since(begin) < pieceTime; run = run[stride:] {
		if err := m.step(run[stride-lockstep.BundleSize : stride]); err != nil {
			return err
		}
		if m.next%yieldEvery == 0 {
			thread.YieldCPU()
		}
	}
	return nil
}
