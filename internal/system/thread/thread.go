// Package thread says how the system schedules the caller's thread: its weight beside
// others, its processor, its name.
//
// Callers lock their goroutine to its thread first (runtime.LockOSThread) and never
// unlock it, so that the thread ends with the goroutine. It has no goroutines and no
// locks. Where a system lacks a function, or refuses it, nothing happens.
package thread
