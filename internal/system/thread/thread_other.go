//go:build !linux

package thread

// SetName does nothing: no tool on this system shows the name.
func SetName(string) {}

// LowerPriority does nothing: threads on this system have no priority of their own.
func LowerPriority() {}

// PinCPU does nothing: this system's scheduler spreads threads well enough.
func PinCPU(index, count int) {}

// YieldCPU does nothing: this system preempts a thread in favour of waiting ones.
func YieldCPU() {}
