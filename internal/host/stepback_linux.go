package host

import (
	"math/bits"
	"syscall"
	"unsafe"
)

// moverNice is how far a mover's or a follower's thread stands behind others: it
// has half the weight of one that does not.
const moverNice = 3

// nameThread names the caller's thread for the system's tools, with 15 bytes at
// most.
func nameThread(name string) {
	var b [16]byte
	copy(b[:len(b)-1], name)
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_NAME, uintptr(unsafe.Pointer(&b)), 0)
}

// stepBack gives the caller's thread less weight than others have. A system that
// refuses is none the worse for it.
func stepBack() {
	// Linux answers 20 less the niceness.
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 20-p+moverNice)
}

// stayOn keeps the caller's thread on one of the processors that the process may
// use: of so many threads, each on its own, it is the one of this index. Two that are
// woken by the same thread are otherwise put beside it, and only milliseconds later
// does the system find the idle processor for one of them. Where it refuses, or
// there are fewer processors, the thread stays free.
func stayOn(index, of int) {
	var allowed [16]uint64 // 1,024 processors
	n, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, unsafe.Sizeof(allowed), uintptr(unsafe.Pointer(&allowed)))
	if errno != 0 {
		return
	}
	count := 0
	for _, w := range allowed {
		count += bits.OnesCount64(w)
	}
	if of < 2 || of > count {
		return
	}
	skip := index * count / of
	for i, w := range allowed {
		for ; w != 0; w &= w - 1 {
			if skip--; skip < 0 {
				var one [16]uint64
				one[i] = w & -w
				_, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, n, uintptr(unsafe.Pointer(&one)))
				return
			}
		}
	}
}

// giveWay lets threads that wait for the caller's processor have it. One that is
// awake but has not got it would otherwise wait until the system's next tick, up
// to 4 ms, or for the whole crowd.
func giveWay() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
