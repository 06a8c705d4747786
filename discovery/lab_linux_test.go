package discovery

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"doomhost/internal/testkit/netlab"
)

// usage is the resources that a process holds.
type usage struct{ Goroutines, Files int }

func inUse() usage {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		panic(err)
	}
	return usage{runtime.NumGoroutine(), len(files)}
}

// start runs this test binary on a machine in a role.
func start(t *testing.T, m *netlab.Machine, role string, env ...string) *netlab.Process {
	t.Helper()
	return m.Act(role, env)
}

// neighbours returns two machines on one network, with an address each (or several).
func neighbours(t *testing.T, ours, theirs string) (*netlab.Machine, *netlab.Machine) {
	t.Helper()
	m := netlab.New(t).Neighbours(ours, theirs)
	return m[0], m[1]
}

// startHost runs a host and waits until it serves.
func startHost(t *testing.T, m *netlab.Machine, name, id string, env ...string) *netlab.Process {
	t.Helper()
	p := start(t, m, "host", append([]string{"PORT=8666", "NAME=" + name, "ID=" + id}, env...)...)
	p.Await(patience, "the host", func(line string) bool { return line == "serving" })
	return p
}

// games parses a line that the browser's role printed.
func games(line string) ([]Listed, bool) {
	text, ok := strings.CutPrefix(line, "games ")
	if !ok {
		return nil, false
	}
	var list []Listed
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		panic(err)
	}
	return list, true
}

// awaitGame waits until the list has a game with the name.
func awaitGame(t *testing.T, p *netlab.Process, mark int, name string) Listed {
	t.Helper()
	var found Listed
	p.AwaitAfter(mark, patience, "the game "+name, func(line string) bool {
		list, _ := games(line)
		for _, g := range list {
			if g.Name == name {
				found = g
				return true
			}
		}
		return false
	})
	return found
}

func awaitAnnounced(t *testing.T, p *netlab.Process, instance, host string) {
	t.Helper()
	p.Await(patience, "the announcement of "+instance, func(line string) bool {
		return line == fmt.Sprintf("announced %s as %s", instance, host)
	})
}
