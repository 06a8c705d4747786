package host

import (
	"context"
	"time"

	"doomhost/relay"
)

// item is what the table gets to do: an event, for a new connection with its
// peer.
type item struct {
	ev   relay.Event
	open *peer
	gone bool               // the connection of the event is no more
	ask  func(*relay.Table) // a question to the relay
	due  bool               // the relay's deadline has come
	stop bool               // the last item that is done
	more bool               // who brings it brings the next one at once
}

// urgent reports whether tics wait for the item. A peer's are all so or none, as they
// keep their order only among their like.
func (it *item) urgent() bool {
	k := it.ev.Kind
	return it.due || k == relay.GameTic || k == relay.GameOpened || k == relay.GameClosed
}

// batch is how many items are taken in before what came of them is written, and
// how many of others' somebody does who has brought one.
const batch = 256

// post gives the table an item, if there still is a table. Who brings one while
// nobody works on the table does that, until nothing is left: a ticcmd that
// completes a tic is sealed and sent by the goroutine that read it, which no other has
// to be woken for.
//
// The count of items that have come since is the table's lock. Who raises it from
// zero owns the table until it is back at zero, or hands it on, and does all that
// is there, also what is not counted yet: what is urgent first, each kind in the order
// in which it came. So at zero nothing is there that was counted, and an item may be
// done without passing through a channel.
func (h *Host) post(it item) {
	if h.undone.CompareAndSwap(0, 1) {
		h.tasks.take(h.now(), &it)
		h.tasks.flushAfter(&it)
		h.work(h.undone.Add(-1))
		return
	}
	queue := h.items
	if it.urgent() {
		queue = h.urgent
	}
	// There is room nearly always, and to look at one channel is cheaper.
	select {
	case queue <- it:
	default:
		select {
		case queue <- it:
		case <-h.stopped:
			return
		}
	}
	if h.undone.Add(1) == 1 {
		h.work(1)
	}
}

// work does what there is to do, where count is how many items have been counted.
// Its caller owns the table. After a batch the rest is the loop's: its caller has
// a peer to listen to.
func (h *Host) work(count int64) {
	for done := 0; count > 0; {
		if done += h.doSome(); done >= batch {
			h.relief <- struct{}{} // has room: there is one owner
			return
		}
		count = h.undone.Add(-count)
	}
}

// doSome does the items that are there, a batch at most, and returns how many. Each
// time it does what is urgent, and writes what came of that, before one thing that
// is not: so nothing that the lobby's peers say holds up a tic.
func (h *Host) doSome() (done int) {
	var it item
	for ; done < batch; done++ {
		select {
		case it = <-h.urgent:
		default:
			if done > 0 {
				h.tasks.flushAfter(&it)
			}
			select {
			case it = <-h.items:
			default:
				return done
			}
		}
		h.tasks.take(h.now(), &it)
	}
	h.tasks.flushAfter(&it)
	return done
}

// loop lets items be done from now on, does itself what others hand on, and
// ends the game when ctx or work is done; nothing is done afterwards. Followers
// end when work is done.
func (h *Host) loop(ctx, work context.Context) {
	h.tasks.ctx = work
	// Until now the table was owned by whoever made it.
	h.work(h.undone.Add(-1))
	for _, c := range []context.Context{ctx, work} {
		defer context.AfterFunc(c, func() { h.post(item{stop: true}) })()
	}
	for {
		select {
		case <-h.relief:
			h.work(h.undone.Load())
		case <-h.stopped:
			h.tasks.followers.Wait()
			return
		}
	}
}

// flushAfter writes what came of an item and those before it, unless the next one
// follows at once. Who was closed may be kept from bringing that.
func (t *table) flushAfter(it *item) {
	if !it.more || t.cut {
		t.cut = false
		t.flush()
	}
}

// arm sees to it that the relay gets its time when it wants it.
func (t *table) arm(now time.Duration) {
	d := t.h.table.Deadline()
	if d >= t.armed {
		return
	}
	t.armed = d
	if t.timer == nil {
		t.timer = time.AfterFunc(d-now, func() { t.h.post(item{due: true}) })
		return
	}
	t.timer.Reset(d - now)
}

// end ends the game and the table.
func (t *table) end(now time.Duration) {
	stop := relay.Event{Kind: relay.StopGame, Code: relay.CloseGone, Reason: "the host shuts down"}
	t.h.table.Handle(now, &stop, &t.out)
	t.act()
	t.flush()
	t.over = true
	if t.timer != nil {
		t.timer.Stop()
	}
	close(t.h.stopped)
}
