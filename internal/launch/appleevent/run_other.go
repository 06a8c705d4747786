//go:build !darwin

package appleevent

// Run calls program and returns its exit code. The channel is nil: no links
// come by it.
func Run(program func(links <-chan string) int) int { return program(nil) }
