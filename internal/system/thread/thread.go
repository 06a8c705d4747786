// Package thread controls how the system schedules the caller's thread: its priority, its
// processor and its name.
//
// Callers first lock their goroutine to its thread (runtime.LockOSThread) and never unlock
// it, so that the thread ends with the goroutine. The package has no goroutines and no
// locks. A function that the system lacks or refuses has no effect.
package thread
