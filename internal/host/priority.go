package host

// LowerPriority gives the caller's thread half the weight of others, for good, where the
// system has such a thing. It is not the least weight that there is: whoever runs Go
// code holds one of Go's few processors, and the garbage collector waits for it.
func LowerPriority() { stepBack() }
