//go:build !linux

package thread

// SetName does nothing: no tool of this system shows the name.
func SetName(string) {}

// LowerPriority does nothing: this system's threads have no weight of their own.
func LowerPriority() {}

// PinCPU does nothing: this system's scheduler spreads threads well enough.
func PinCPU(index, count int) {}

// YieldCPU does nothing: this system preempts a thread that another one waits for.
func YieldCPU() {}
