package thread

import (
	"math/bits"
	"syscall"
	"unsafe"
)

// niceStep is what LowerPriority adds to the niceness: such a thread has half the
// weight of one without.
const niceStep = 3

// SetName names the caller's thread for the system's tools (top -H, perf). Linux keeps
// 15 bytes.
func SetName(name string) {
	var b [16]byte
	copy(b[:len(b)-1], name)
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_NAME, uintptr(unsafe.Pointer(&b)), 0)
}

// LowerPriority halves the weight of the caller's thread, for good. It does not choose
// the lowest weight: whoever runs Go code holds one of Go's few processors, and the
// garbage collector waits for it.
func LowerPriority() {
	// The raw system call answers 20 minus the niceness.
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 20-p+niceStep)
}

// PinCPU pins the caller's thread, which is number index of count threads, to one of the
// processors that the process may use. Without it Linux puts two threads that one thread
// wakes beside the waker, and finds the idle processor for one of them only milliseconds
// later. The thread stays free where there are fewer processors than threads.
func PinCPU(index, count int) {
	var allowed [16]uint64 // 1,024 processors
	n, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0,
		unsafe.Sizeof(allowed), uintptr(unsafe.Pointer(&allowed)))
	if errno != 0 {
		return
	}
	cpus := 0
	for _, w := range allowed {
		cpus += bits.OnesCount64(w)
	}
	if count < 2 || count > cpus {
		return
	}
	skip := index * cpus / count
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

// YieldCPU gives the caller's processor to threads that wait for it. They would
// otherwise wait for the system's next tick, up to 4 ms.
func YieldCPU() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
