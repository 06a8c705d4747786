package host

import (
	"sync/atomic"

	"doomhost/relay/wire"
)

// viewer is a peer that gets a game's bundles, a player or a spectator. It has
// no queue: its cursor walks over the game's log, which is there anyway. So
// a slow one costs no memory, and a late one is a slow one.
//
// Whoever turns state from idle to busy owns cursor until it turns it back.
type viewer struct {
	conn   Conn
	game   *Game
	state  atomic.Uint32
	dead   atomic.Bool // its connection is of no use any more
	cursor wire.Tic    // the next tic to send
}

const (
	viewerIdle uint32 = iota
	viewerBusy
)

// slice is how many bytes a viewer gets at most before it is another's turn.
const slice = 1600 * bundleFrame

// patience is how many bytes a viewer that takes nothing is waited for.
const patience = 100 * bundleFrame

func (v *viewer) own() bool { return v.state.CompareAndSwap(viewerIdle, viewerBusy) }

// pushed is how far a push came.
type pushed uint8

const (
	pushedAll     pushed = iota + 1 // the viewer has every bundle
	pushedSome                      // there is more that can be sent at once
	pushedBlocked                   // the connection takes nothing now
	pushedFailed                    // the connection or the log is broken
)

// nearly is how many tics a viewer may lack and still be as good as up to date:
// they come at once and wait for no turn.
const nearly = wire.TicRate

// push sends at most a slice without waiting, and what came meanwhile. Its
// caller owns the viewer.
func (v *viewer) push() pushed {
	for {
		run, err := v.game.Log.From(v.cursor)
		if err != nil {
			return pushedFailed
		}
		if len(run) == 0 {
			return pushedAll
		}
		run = run[:min(len(run), slice)]
		n, err := v.conn.TryWrite(run, bundleFrame)
		if err != nil {
			return pushedFailed
		}
		v.cursor += wire.Tic(n / bundleFrame)
		if n < len(run) {
			return pushedBlocked
		}
		if v.game.Log.Frontier() > v.cursor+nearly {
			return pushedSome
		}
	}
}

// wait sends a little and waits until the connection has taken it. Its caller
// owns the viewer.
func (v *viewer) wait() error {
	run, err := v.game.Log.From(v.cursor)
	if err != nil {
		return err
	}
	run = run[:min(len(run), patience)]
	if err := v.conn.Write(run); err != nil {
		return err
	}
	v.cursor += wire.Tic(len(run) / bundleFrame)
	return nil
}

// behind is how many tics the viewer lacks. Its caller owns it.
func (v *viewer) behind() wire.Tic { return v.game.Log.Frontier() - v.cursor }

// release gives the viewer, which has all bundles that there were, back to who
// comes next. It reports false when there is news meanwhile, a bundle or the game's
// end, and nobody else took the viewer: then the caller owns it still.
func (v *viewer) release() bool {
	at := v.cursor
	v.state.Store(viewerIdle)
	return v.game.Log.Frontier() == at && !v.game.Ended() || !v.own()
}

// fail gives up a viewer that takes nothing.
func (v *viewer) fail() {
	v.dead.Store(true)
	v.conn.Close(closePolicy, "too slow a reader")
}
