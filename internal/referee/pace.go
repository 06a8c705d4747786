package referee

import (
	"context"
	"fmt"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/relay/wire"
)

// A game is played at 35 tics a second, and each of them is stepped at once. Tics
// that come faster, in a load test or from clients that somebody else wrote, may not
// cost the relay a processor. There the referee works in pieces, rests between
// them, and falls behind: the log keeps all tics, so it comes after them when
// they come more slowly, and never leaves one out.
const (
	// pieceTime is how long the referee plays without a look at how it stands.
	pieceTime = 2 * time.Millisecond
	// restShare is how many times as long it rests as it has played, while tics
	// come faster than a game is played: it takes a quarter of one processor.
	restShare = 3
	// restLeast is the shortest rest, in which tics gather: to wake up for each one
	// costs more than it does.
	restLeast = 2 * time.Millisecond
	// yieldEvery is how many tics are played before who waits for the processor may
	// have it.
	yieldEvery = 16
	// paceTime is how long tics are counted before it is known whether they come fast,
	// and burst how many more than the time allows may come in that: they waited
	// for a slow player.
	paceTime = 100 * time.Millisecond
	burst    = 10
	// afterEnd is how many tics the referee plays on after a game's end. Who is
	// further behind leaves them: nobody asks for their states any more.
	afterEnd = window
)

// pace tells a game from a flood of tics. It is pure.
type pace struct {
	from     time.Time // since when tics are counted
	frontier wire.Tic  // then
	fast     bool      // what the last count said
}

// flooded takes where the frontier is now and reports whether tics come faster
// than a game is played, at twice the speed or more.
func (p *pace) flooded(now time.Time, frontier wire.Tic) bool {
	if took := now.Sub(p.from); took >= paceTime {
		played := int64(2*wire.TicRate*took/time.Second) + burst
		p.fast = !p.from.IsZero() && int64(frontier-p.frontier) > played
		p.from, p.frontier = now, frontier
	}
	return p.fast
}

// rest is how long to rest after having played for so long in a flood.
func rest(played time.Duration) time.Duration { return max(restLeast, restShare*played) }

// watch steps the engine with every bundle until the game has ended.
func (m *match) watch(ctx context.Context) {
	var p pace
	for ctx.Err() == nil && m.game.Wait(ctx, m.next) {
		begin := time.Now()
		frontier := m.game.Log.Frontier()
		if m.game.Ended() && frontier-m.next > afterEnd {
			m.r.cfg.Log.Info("the referee leaves the rest of a game that was played too fast", "tic", m.next, "of", frontier)
			return
		}
		flooded := p.flooded(begin, frontier)
		if err := m.play(ctx, begin); err != nil {
			m.r.cfg.Log.Warn("the referee's engine stops: the rest of this game has none", "tic", m.next, "err", err)
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

// play steps what is sealed, for a piece of time at most.
func (m *match) play(ctx context.Context, begin time.Time) error {
	run, err := m.game.Log.From(m.next)
	if err != nil {
		return fmt.Errorf("read the game's log: %w", err)
	}
	stride := m.game.Log.Stride()
	for ; len(run) >= stride && ctx.Err() == nil && time.Since(begin) < pieceTime; run = run[stride:] {
		if err := m.step(run[stride-wire.BundleSize : stride]); err != nil {
			return err
		}
		if m.next%yieldEvery == 0 {
			thread.YieldCPU()
		}
	}
	return nil
}
