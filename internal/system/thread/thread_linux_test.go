package thread

import (
	"math/bits"
	"runtime"
	"syscall"
	"testing"
	"unsafe"
)

// processorsOf returns the processors that the caller's thread may use.
func processorsOf(t *testing.T) (set [16]uint64, count int) {
	t.Helper()
	_, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0,
		unsafe.Sizeof(set), uintptr(unsafe.Pointer(&set)))
	if errno != 0 {
		t.Fatal(errno)
	}
	for _, w := range set {
		count += bits.OnesCount64(w)
	}
	return set, count
}

func TestPinCPUGivesEachThreadItsOwnProcessor(t *testing.T) {
	taken := make(map[[16]uint64]bool)
	done := make(chan struct{})
	_, all := processorsOf(t)
	for i := range all {
		go func() {
			defer close(done)
			runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
			PinCPU(i, all+1)
			if _, n := processorsOf(t); n != all {
				t.Errorf("with too many threads, a thread may use %d processors of %d", n, all)
			}
			PinCPU(i, all)
			set, n := processorsOf(t)
			if n != 1 || taken[set] {
				t.Errorf("thread %d may use %d processors, another's: %v", i, n, taken[set])
			}
			taken[set] = true
		}()
		<-done
		done = make(chan struct{})
	}
}
