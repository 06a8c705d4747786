//go:build linux

package netlab

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// roleVar is the environment variable that Act sets for its processes.
const roleVar = "NETLAB_ROLE"

// Main is the TestMain of tests that start their own program again on the machines of a
// lab. It plays the role that Act has set, or runs the tests if there is none; they fail if
// they leave goroutines behind.
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

// Act starts this program again on the machine, in a role of its Main.
func (m *Machine) Act(role string, env []string, args ...string) *Process {
	m.lab.t.Helper()
	self, err := os.Executable()
	if err != nil {
		m.lab.t.Fatal(err)
	}
	return m.Start(append([]string{roleVar + "=" + role}, env...), append([]string{self}, args...)...)
}
