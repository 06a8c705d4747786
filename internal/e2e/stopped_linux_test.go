package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// family returns a process and all that it started, as they are now.
func family(t *testing.T, pid int) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	parents := make(map[int]int)
	for _, e := range entries {
		child, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		var state string
		var parent int
		if _, err := fmt.Sscan(rest, &state, &parent); err == nil {
			parents[child] = parent
		}
	}
	list := []int{pid}
	for i := 0; i < len(list); i++ {
		for child, parent := range parents {
			if parent == list[i] {
				list = append(list, child)
			}
		}
	}
	return list
}

// residentKB is how much memory a process has, in kB.
func residentKB(t *testing.T, pid int) int {
	t.Helper()
	var size, resident int
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err == nil {
		_, err = fmt.Sscan(string(data), &size, &resident)
	}
	if err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize() / 1024
}

// TestStoppedBrowser stops all of one player's browser, as a laptop that sleeps
// does: nothing says goodbye, and nothing is read any more.
func TestStoppedBrowser(t *testing.T) {
	beside(t, 2)
	host := start(t)
	green := open(t, browserFor(t), "green", host.page("localhost"))
	green.awaitSeat(0)
	sleeper := ownBrowser(t, strict...)
	indigo := open(t, sleeper, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)
	native := begin(t, host, green, indigo)
	drive(2*time.Second, green, indigo)
	if native.mask() != 3 {
		t.Fatalf("in the game: %04b, want both", native.mask())
	}
	before := residentKB(t, host.cmd.Process.Pid)
	asleep := family(t, chromedp.FromContext(sleeper).Browser.Process().Pid)
	wake := func() {
		for _, pid := range asleep {
			_ = syscall.Kill(pid, syscall.SIGCONT) // it may have ended
		}
	}
	t.Cleanup(wake) // before the browser is asked to end
	for _, pid := range asleep {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	green.keepsPace(slowest, fastest, "while indigo's browser is stopped")
	for deadline := time.Now().Add(30 * time.Second); native.mask() != 1; drive(time.Second, green) {
		if time.Now().After(deadline) {
			t.Fatalf("in the game: %04b, long after indigo's browser was stopped", native.mask())
		}
	}
	green.keepsPace(slowest, fastest, "after indigo was dropped")
	if grown := residentKB(t, host.cmd.Process.Pid) - before; grown > 16<<10 {
		t.Errorf("the host has grown by %d kB", grown)
	}
	wake()
	back := native.tics()
	for deadline := time.Now().Add(30 * time.Second); native.mask() != 3; drive(time.Second, green, indigo) {
		if time.Now().After(deadline) {
			t.Fatalf("in the game: %04b, long after indigo's browser went on: %s", native.mask(), indigo.describe())
		}
	}
	if slot := eval[int](indigo, "window.doomhost.screen.game.slot"); slot != 1 {
		t.Errorf("indigo came back as slot %d", slot)
	}
	indigo.keepsPace(slowest, fastest, "after it came back")
	for _, p := range []*page{green, indigo} {
		native.agree(p, back, ticsASecond)
	}
}
