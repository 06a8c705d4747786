package thread

import (
	"math/bits"
	"syscall"
	"unsafe"
)

// niceStep is the niceness that LowerPriority adds; it halves a thread's weight.
const niceStep = 3

// SetName names the caller's thread for system tools (top -H, perf). Linux keeps 15 bytes.
func SetName(name string) {
	var b [16]byte
	copy(b[:len(b)-1], name)
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_NAME, uintptr(unsafe.Pointer(&b)), 0)
}

// LowerPriority permanently halves the weight of the caller's thread. It does not choose
// the lowest weight, because a thread that runs Go code holds one of Go's few processors,
// and the garbage collector waits for it.
func LowerPriority() {
	// The raw system call returns 20 minus the niceness.
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 20-p+niceStep)
}

// PinCPU pins the caller's thread, which has this index among count threads, to one of the
// processors of the process. Without it, if one thread wakes two, Linux puts both beside
// the waker and moves one to an idle processor only milliseconds later. PinCPU does nothing
// if there are fewer processors than threads.
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

// YieldCPU yields the processor to waiting threads, which otherwise wait up to 4 ms for the
// kernel's next tick.
func YieldCPU() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
