// Package leaks fails tests that leave goroutines behind.
package leaks

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long goroutines have to end when the tests have.
const patience = 5 * time.Second

// Main is a TestMain: it runs the tests, and fails where goroutines then go on in
// whose stacks one of the names stands ("doomhost/signal.", "github.com/pion").
func Main(m *testing.M, names ...string) {
	code := m.Run()
	if code == 0 {
		if stacks := left(patience, names...); stacks != "" {
			fmt.Fprintf(os.Stderr, "goroutines left behind:\n%s\n", stacks)
			code = 1
		}
	}
	os.Exit(code)
}

// left waits for the goroutines of these names to end and returns the stacks of
// those that don't. Who waits here is not counted.
func left(patience time.Duration, names ...string) string {
	buf := make([]byte, 4<<20)
	for deadline := time.Now().Add(patience); ; runtime.Gosched() {
		var stacks []string
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			named := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(g, name) })
			if named && !strings.Contains(g, "doomhost/internal/leaks.left(") {
				stacks = append(stacks, g)
			}
		}
		if stacks == nil || time.Now().After(deadline) {
			return strings.Join(stacks, "\n\n")
		}
	}
}
