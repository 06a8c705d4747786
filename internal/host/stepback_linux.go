package host

import "syscall"

// moverNice is how far a mover's thread stands behind others: it has half
// the weight of one that does not.
const moverNice = 3

// stepBack gives the caller's thread less weight than others have. A system that
// refuses is none the worse for it.
func stepBack() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), moverNice) }

// giveWay lets threads that wait for the caller's processor have it. One that is
// awake but has not got it would otherwise wait until the system's next tick, up
// to 4 ms, or for the whole crowd.
func giveWay() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
