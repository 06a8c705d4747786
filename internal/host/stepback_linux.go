package host

import "syscall"

// moverNice is how far a mover's thread stands behind others: it has half
// the weight of one that does not.
const moverNice = 3

// stepBack lets other threads go before the caller's where there are too few
// processors. A system that refuses is none the worse for it.
func stepBack() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), moverNice) }
