//go:build linux

package netlab

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// roleVar is in the environment of a process that Act started.
const roleVar = "NETLAB_ROLE"

// Main is the TestMain of tests that start their own program again on the
// machines of a lab: it plays the role that Act started it in, and runs the tests
// where it has none. They fail where they leave goroutines behind.
func Main(m *testing.M, roles map[string]func()) {
	name := os.Getenv(roleVar)
	if name == "" {
		goleak.VerifyTestMain(m)
	}
	play, ok := roles[name]
	if !ok {
		panic("no role " + name)
	}
	play()
}

// Act starts this program again on the machine, in a role that its Main has.
func (m *Machine) Act(role string, env []string, args ...string) *Process {
	m.lab.t.Helper()
	self, err := os.Executable()
	if err != nil {
		m.lab.t.Fatal(err)
	}
	return m.Start(append([]string{roleVar + "=" + role}, env...), append([]string{self}, args...)...)
}
