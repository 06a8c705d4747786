package bot

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
)

// TestBlockedUDP plays behind a firewall that blocks UDP, from the start or from a later
// moment on: the game continues over the socket.
func TestBlockedUDP(t *testing.T) {
	lab := netlab.New(t)
	v := newVenue(t, lab)

	block := func(m *netlab.Machine) {
		m.Run("nft", "add table inet wall; add chain inet wall in { type filter hook input priority 0; }; "+
			"add chain inet wall out { type filter hook output priority 0; }; "+
			"add rule inet wall in meta l4proto udp drop; add rule inet wall out meta l4proto udp drop")
	}
	t.Run("from the beginning", func(t *testing.T) {
		block(v.bad)
		bad, good := v.play("fast", 8*time.Second, nil)
		if s := bad[0].Stats; s.Moves != 0 || s.Falls != 0 {
			t.Errorf("moved %d times to an impossible channel", s.Moves)
		}
		// If a player waited for the impossible channel, most of its ticcmds would be
		// filled.
		for _, r := range append(bad, good...) {
			if r.Stats.Tics < 8*20 || r.Stats.Late > r.Stats.Tics/4 {
				t.Errorf("slot %d: %d tics in 8 s, %d ticcmds filled", r.Slot, r.Stats.Tics, r.Stats.Late)
			}
		}
		v.bad.Run("nft", "delete table inet wall")
	})
	t.Run("in mid-game", func(t *testing.T) {
		moment := int64(0)
		var one *netlab.Process
		bad, good := v.play("fast", 10*time.Second, func(p *netlab.Process) {
			one = p
			p.Await(20*time.Second, "the channel", func(line string) bool { return strings.HasPrefix(line, "used channel") })
			time.Sleep(2 * time.Second)
			block(v.bad)
			moment = time.Now().UnixMilli()
		})
		if s := bad[0].Stats; s.Moves != 1 || s.Falls != 1 {
			t.Errorf("%d moves to the channel, %d back; want one each", s.Moves, s.Falls)
		}
		line := one.Await(time.Second, "the socket", func(line string) bool { return strings.HasPrefix(line, "used socket") })
		at, err := strconv.ParseInt(line[len("used socket "):], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		back := time.Duration(at-moment) * time.Millisecond
		t.Logf("back on the socket %v after the wall went up", back)
		if back > 5*time.Second { // the relay drops a silent slot after that
			t.Errorf("back on the socket after %v, want 5 s at most", back)
		}
		for _, r := range append(bad, good...) {
			if r.Stats.Tics < 10*20 {
				t.Errorf("slot %d: %d tics in 10 s", r.Slot, r.Stats.Tics)
			}
		}
	})
}
