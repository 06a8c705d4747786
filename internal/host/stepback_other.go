//go:build !linux

package host

// nameThread does nothing: nobody looks for the threads' names.
func nameThread(string) {}

// stepBack does nothing where threads have no priority of their own.
func stepBack() {}

// stayOn does nothing: the system knows better.
func stayOn(int, int) {}

// giveWay does nothing: the system takes a processor away when it sees fit.
func giveWay() {}
