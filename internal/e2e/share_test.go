package e2e

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// shared are the processes that all tests use.
var shared struct {
	mu   sync.Mutex // guards all following fields
	ends []func()
}

// endLater ends a process when all tests are done.
func endLater(name string, end func() error) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.ends = append(shared.ends, func() {
		if err := end(); err != nil {
			fmt.Fprintf(os.Stderr, "end %s: %v\n", name, err)
		}
	})
}

func endShared() {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	for _, end := range shared.ends {
		end()
	}
}

// beside lets a test run beside others, with so many pages that play at once: 1 also for a
// test that does little but wait. A test calls it first, so that all else of it has ended when it
// makes room. What comes beside a running test never makes it fail for want of a processor: see take.
func beside(t *testing.T, pages int) {
	t.Helper()
	t.Parallel()
	t.Cleanup(machine.take(pages))
}

// machine is what the tests run on. With its host and the native engine a page takes up to half a
// processor, as all is drawn in software.
var machine = newMachine(2 * runtime.NumCPU())

// spare is the part of the processors' time that nobody uses where another test may begin.
const spare = 0.2

type load struct {
	size int

	turn sync.Mutex // of the one that takes room next; others come after it
	mu   sync.Mutex // guards all following fields
	left *sync.Cond // somebody has made room
	free int
}

func newMachine(size int) *load {
	l := &load{size: size, free: size}
	l.left = sync.NewCond(&l.mu)
	return l
}

// take waits for room for so many pages, for all of it where there is less, and until the processors
// have time to spare, whoever uses them. With nobody else at work it does not wait: on a
// busy machine the tests run one after the other.
func (l *load) take(pages int) (leave func()) {
	pages = min(pages, l.size)
	l.turn.Lock()
	defer l.turn.Unlock()
	for !l.enough(pages) {
		if part, err := unused(time.Second); err == nil && part >= spare {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free -= pages
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.free += pages
		l.left.Broadcast()
	}
}

// enough waits until there is room, and says whether nobody else has any.
func (l *load) enough(pages int) (alone bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.free < pages {
		l.left.Wait()
	}
	return l.free == l.size
}

// unused measures for a while which part of the processors' time nobody uses.
func unused(length time.Duration) (part float64, err error) {
	before, err := processors()
	if err != nil {
		return 0, err
	}
	time.Sleep(length)
	after, err := processors()
	if err != nil {
		return 0, err
	}
	return float64(after.idle-before.idle) / float64(max(after.all-before.all, 1)), nil
}

type processorTime struct{ idle, all uint64 }

// processors is how long all of them have been used and not used.
func processors() (processorTime, error) {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return processorTime{}, err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	fields := strings.Fields(line) // cpu, user, nice, system, idle, iowait, irq, softirq, steal, and what is in these
	if len(fields) < 9 {
		return processorTime{}, errors.New("/proc/stat: " + line)
	}
	var p processorTime
	for i, f := range fields[1:9] {
		n, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return processorTime{}, err
		}
		if p.all += n; i == 3 || i == 4 {
			p.idle += n
		}
	}
	return p, nil
}
