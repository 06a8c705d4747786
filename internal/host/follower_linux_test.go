package host

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"doomhost/internal/room"
	"doomhost/lockstep"
)

// idler follows a game without reading a tic. It reports the name and niceness of its
// thread.
type idler struct{ thread chan [2]string }

func (i idler) Name() string { return "an idler" }

func (i idler) Follow(ctx context.Context, g *room.Game) {
	name, _ := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/comm", syscall.Gettid()))
	// The raw system call answers 20 minus the niceness.
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	i.thread <- [2]string{strings.TrimSpace(string(name)), fmt.Sprint(20-p, err)}
	<-ctx.Done()
}

// Players neither wait for a follower nor share threads with it.
func TestFollowerHasLowerPriority(t *testing.T) {
	t.Parallel()
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := idler{make(chan [2]string, 1)}
	h := startHost(t, Config{Followers: []room.Follower{f}, Limits: Limits{MessagesPerSec: -1}})
	a := h.play(h.launch(1)[0], 0)
	if got, want := <-f.thread, [2]string{"an idler", fmt.Sprint(20-p+3, nil)}; got != want {
		t.Errorf("the follower's thread has name and niceness %q, want %q", got, want)
	}
	for tic := range lockstep.Tic(5000) {
		a.send(tic, 1)
		a.bundle(tic)
	}
}
