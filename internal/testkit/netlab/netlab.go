//go:build linux

// Package netlab simulates several machines on one, for tests: network namespaces that
// bridges connect, and programs that run in them, such as an avahi daemon with its own
// message bus. It changes nothing outside the namespaces, and removes everything when the
// test ends.
//
// It needs Linux, root and iproute2. Tests that use it fail, and do not skip, if one of
// them is missing.
package netlab

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// help tells people what the tests need.
const help = "these tests make network namespaces: run them on Linux as root (sudo, or a container with --privileged), with iproute2, nftables and avahi installed (scripts/testdeps.sh does that)"

// Lab holds a test's machines and networks.
type Lab struct {
	t      testing.TB
	prefix string
	count  int
}

// New makes an empty lab.
func New(t testing.TB) *Lab {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("not root: " + help)
	}
	return &Lab{t: t, prefix: fmt.Sprintf("dh%x-%x", os.Getpid(), labs.Add(1))}
}

// labs counts the labs of this process, for unique names.
var labs atomic.Uint32

func (l *Lab) run(args ...string) {
	l.t.Helper()
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		l.t.Fatalf("%s: %v\n%s\n%s", strings.Join(args, " "), err, out, help)
	}
}

func (l *Lab) namespace() string {
	l.t.Helper()
	l.count++
	ns := fmt.Sprintf("%s-%d", l.prefix, l.count)
	l.run("ip", "netns", "add", ns)
	l.t.Cleanup(func() {
		if out, err := exec.Command("ip", "netns", "del", ns).CombinedOutput(); err != nil {
			l.t.Errorf("remove namespace %s: %v\n%s", ns, err, out)
		}
	})
	return ns
}

// LAN is a network to which machines can be connected.
type LAN struct {
	lab   *Lab
	ns    string
	ports int
}

// LAN makes a network.
func (l *Lab) LAN() *LAN {
	l.t.Helper()
	lan := &LAN{lab: l, ns: l.namespace()}
	l.run("ip", "-n", lan.ns, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
	l.run("ip", "-n", lan.ns, "link", "set", "br0", "up")
	return lan
}

// Machine is a namespace with its own interfaces.
type Machine struct {
	lab *Lab
	NS  string
}

// Machine makes a machine with only a loopback interface.
func (l *Lab) Machine() *Machine {
	l.t.Helper()
	m := &Machine{lab: l, NS: l.namespace()}
	m.Run("ip", "link", "set", "lo", "up")
	return m
}

// Plug connects the machine to a network with an interface that has addresses such as
// 10.0.0.1/24 or fd00::1/64.
func (m *Machine) Plug(name string, lan *LAN, addrs ...string) {
	m.lab.t.Helper()
	lan.ports++
	port := fmt.Sprintf("p%d", lan.ports)
	m.lab.run("ip", "link", "add", name, "netns", m.NS, "type", "veth", "peer", "name", port, "netns", lan.ns)
	m.lab.run("ip", "-n", lan.ns, "link", "set", port, "master", "br0", "up")
	for _, a := range addrs {
		if strings.Contains(a, ":") {
			// Skip duplicate address detection, which takes seconds: the address is unique.
			m.Run("ip", "addr", "add", a, "dev", name, "nodad")
		} else {
			m.Run("ip", "addr", "add", a, "broadcast", "+", "dev", name)
		}
	}
	m.Run("ip", "link", "set", name, "up")
}

// Neighbours makes a network and a machine for each of addrs, which has that address at
// eth0, or several, separated by blanks.
func (l *Lab) Neighbours(addrs ...string) []*Machine {
	l.t.Helper()
	lan := l.LAN()
	var machines []*Machine
	for _, a := range addrs {
		m := l.Machine()
		m.Plug("eth0", lan, strings.Fields(a)...)
		machines = append(machines, m)
	}
	return machines
}

// Unplug removes an interface.
func (m *Machine) Unplug(name string) {
	m.lab.t.Helper()
	m.Run("ip", "link", "del", name)
}

// Command returns a command that runs on the machine.
func (m *Machine) Command(args ...string) *exec.Cmd {
	return exec.Command("ip", append([]string{"netns", "exec", m.NS}, args...)...)
}

// Run runs a command on the machine and returns its output. The test fails if the command
// does.
func (m *Machine) Run(args ...string) string {
	m.lab.t.Helper()
	out, err := m.Command(args...).CombinedOutput()
	if err != nil {
		m.lab.t.Fatalf("%s: %v\n%s\n%s", strings.Join(args, " "), err, out, help)
	}
	return string(out)
}

// Drop drops UDP packets to a port in both directions.
func (m *Machine) Drop(port int) {
	m.lab.t.Helper()
	m.Run("nft", "add table inet lab; add chain inet lab in { type filter hook input priority 0; }; "+
		"add chain inet lab out { type filter hook output priority 0; }; "+
		fmt.Sprintf("add rule inet lab in udp dport %d drop; add rule inet lab out udp dport %d drop", port, port))
}

// Process is a program on a machine.
type Process struct {
	t     testing.TB
	cmd   *exec.Cmd
	stdin io.WriteCloser
	done  chan struct{} // closed after it has ended

	mu    sync.Mutex // guards all following fields
	lines []string   // its output
	more  chan struct{}
	err   error
}

// Start starts a command on the machine. It ends with the test.
func (m *Machine) Start(env []string, args ...string) *Process {
	m.lab.t.Helper()
	cmd := m.Command(args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		m.lab.t.Fatal(err)
	}
	r, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	p := &Process{t: m.lab.t, cmd: cmd, stdin: stdin, done: make(chan struct{}), more: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		m.lab.t.Fatalf("start %s: %v\n%s", strings.Join(args, " "), err, help)
	}
	go func() {
		err := cmd.Wait()
		p.mu.Lock()
		p.err = err
		p.mu.Unlock()
		_ = w.Close()
	}()
	go func() {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			p.said(lines.Text())
		}
		_, _ = io.Copy(io.Discard, r)
		close(p.done)
	}()
	m.lab.t.Cleanup(func() {
		p.Kill()
		if m.lab.t.Failed() {
			m.lab.t.Logf("%s said:\n%s", strings.Join(args, " "), p.Output())
		}
	})
	return p
}

func (p *Process) said(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines = append(p.lines, line)
	close(p.more)
	p.more = make(chan struct{})
}

// Output returns the output so far.
func (p *Process) Output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "\n")
}

// Mark returns the number of lines so far, for AwaitAfter.
func (p *Process) Mark() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.lines)
}

// Await waits for a line that fits and returns it.
func (p *Process) Await(limit time.Duration, what string, fits func(line string) bool) string {
	p.t.Helper()
	return p.AwaitAfter(0, limit, what, fits)
}

// AwaitAfter is Await for the lines after a mark.
func (p *Process) AwaitAfter(mark int, limit time.Duration, what string, fits func(line string) bool) string {
	p.t.Helper()
	deadline := time.After(limit)
	for at := mark; ; {
		p.mu.Lock()
		lines, more := p.lines, p.more
		p.mu.Unlock()
		for ; at < len(lines); at++ {
			if fits(lines[at]) {
				return lines[at]
			}
		}
		select {
		case <-more:
		case <-p.done:
			p.t.Fatalf("the program ended before %s:\n%s", what, p.Output())
		case <-deadline:
			p.t.Fatalf("waited %v for %s:\n%s", limit, what, p.Output())
		}
	}
}

// Say writes a line to the program's standard input.
func (p *Process) Say(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		p.t.Fatalf("write %q to the program: %v", line, err)
	}
}

// Signal sends a signal to the program and its children.
func (p *Process) Signal(s syscall.Signal) {
	p.t.Helper()
	if err := syscall.Kill(-p.cmd.Process.Pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
		p.t.Errorf("signal %v: %v", s, err)
	}
}

// Kill kills the program and waits for its end.
func (p *Process) Kill() {
	p.t.Helper()
	p.Signal(syscall.SIGKILL)
	<-p.done
}

// Wait waits for the program's end and returns its error.
func (p *Process) Wait(limit time.Duration) error {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(limit):
		p.t.Fatalf("did not end within %v:\n%s", limit, p.Output())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// busConfig permits everything to every client: only this machine's programs can reach the
// bus.
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=%s</listen><policy context="default">
<allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
<allow send_requested_reply="true"/><allow receive_type="method_call"/><allow receive_type="signal"/>
<allow receive_requested_reply="true"/></policy></busconfig>
`

// Avahi runs an avahi daemon with its own bus on the machine, and returns the environment
// in which avahi's tools find it.
func (m *Machine) Avahi(hostname string) []string {
	m.lab.t.Helper()
	dir, err := os.MkdirTemp("", "netlab-") // short, because a socket's path has a limit
	if err != nil {
		m.lab.t.Fatal(err)
	}
	m.lab.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "bus")
	conf := filepath.Join(dir, "bus.conf")
	avahi := filepath.Join(dir, "avahi.conf")
	for name, text := range map[string]string{
		conf:  fmt.Sprintf(busConfig, socket),
		avahi: "[server]\nhost-name=" + hostname + "\nuse-ipv4=yes\nuse-ipv6=yes\nratelimit-interval-usec=1000000\nratelimit-burst=10000\n[publish]\npublish-workstation=no\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			m.lab.t.Fatal(err)
		}
	}
	env := []string{"DBUS_SYSTEM_BUS_ADDRESS=unix:path=" + socket}
	bus := m.Start(nil, "dbus-daemon", "--config-file="+conf, "--nofork", "--nopidfile", "--print-address=1")
	bus.Await(20*time.Second, "the message bus", func(line string) bool { return strings.HasPrefix(line, "unix:") })
	// The daemon's pid file and socket have fixed paths below /run.
	daemon := m.Start(env, "unshare", "-m", "sh", "-c",
		"mount -t tmpfs tmpfs /run && mkdir /run/avahi-daemon && exec avahi-daemon --no-drop-root --no-chroot --no-rlimits -f "+avahi)
	daemon.Await(20*time.Second, "avahi", func(line string) bool { return strings.Contains(line, "Server startup complete") })
	return env
}

// Output runs a command on the machine with an environment and returns its standard output.
func (m *Machine) Output(env []string, args ...string) (string, error) {
	cmd := m.Command(args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out), err
}
