//go:build !darwin

package appleevent

// Run calls program and returns its exit code. The channel is nil, because links do not
// arrive this way.
func Run(program func(links <-chan string) int) int { return program(nil) }
