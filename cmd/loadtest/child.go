package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/lockstep"
)

// child is a server in its own process.
type child struct {
	cmd   *exec.Cmd
	addr  string         // the first line that it prints
	stdin io.WriteCloser // its closing ends the server; nil if end does that
	out   *bufio.Reader

	end, after func() // end the server and clean up; nil for children of this program
}

// start runs this program again in another mode and waits for its first line.
func start(ctx context.Context, mode ...string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, mode...)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &child{cmd: cmd, stdin: stdin, out: bufio.NewReader(out)}
	if c.addr, err = c.line(); err != nil {
		return nil, fmt.Errorf("start %s: %w", mode[0], err)
	}
	return c, nil
}

// line reads a line of the child's output.
func (c *child) line() (string, error) {
	line, err := c.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// stop ends the server and waits for it.
func (c *child) stop() {
	if c.end != nil {
		c.end()
	} else {
		_ = c.stdin.Close()
	}
	_ = c.cmd.Wait()
	if c.after != nil {
		c.after()
	}
}

// cpu returns the processor time of the server.
func (c *child) cpu() time.Duration {
	_, used := readStat("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/stat")
	return used
}

// cpuOf returns the processor time of the server's threads with this name.
func (c *child) cpuOf(name string) (used time.Duration) {
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/task/*/stat")
	for _, path := range threads {
		if of, cpu := readStat(path); of == name {
			used += cpu
		}
	}
	return used
}

// readStat reads the name and the processor time of a process or a thread.
func readStat(path string) (name string, used time.Duration) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", 0
	}
	head, rest, _ := strings.Cut(string(data), ") ")
	_, name, _ = strings.Cut(head, "(")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return name, 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return name, time.Duration(user+system) * 10 * time.Millisecond
}

// memory returns the server's resident memory in bytes.
func (c *child) memory() int {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize()
}

// untilEOF returns a context that ends when the parent closes standard input.
func untilEOF(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ctx
}

// serve runs the relay alone, for comparison with the program: a host without limits, whose
// games have neither a referee nor a recorder.
func serve(ctx context.Context) error {
	ctx = untilEOF(ctx)
	dir, err := os.MkdirTemp("", "loadtest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(dir+"/tiny.wad", wadtest.Markers(false, wadtest.GameLumps("E1M1", "THINGS")...), 0o644); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	h, err := host.New(host.Config{
		Library: wadlib.Open(wadlib.Config{Dirs: []string{dir}, Log: log}),
		Limits:  host.Limits{ConnsPerAddress: -1, Conns: -1, MessagesPerSec: -1, Idle: -1},
		Log:     log,

		SpareProcessors: true,
	})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	return h.Run(ctx, l)
}

// ticFrame makes a client's WebSocket frame with a ticcmd for tic, masked with zeros. The
// ticcmd contains the time, so the last player's reveals a bundle's age. In the referee's
// engine the players run, fire and respawn. Their consistancies are not genuine, so the
// referee reports differences, at growing intervals.
func ticFrame(tic lockstep.Tic) []byte {
	b := []byte{0x82, 0x80 | lockstep.TicMsgSize, 0, 0, 0, 0}
	now := uint32(time.Now().UnixMicro())
	cmd := lockstep.Ticcmd{Forward: 50, AngleTurn: int16(now), Consistancy: int16(now >> 16), Buttons: byte(tic >> 3 & 3)}
	return lockstep.AppendTicMsg(b, lockstep.TicMsg{Tic: tic, Cmd: cmd})
}

// age returns the time since the last player's ticcmd in a framed bundle was made. It
// returns false if the relay filled that ticcmd, which happens when this machine stalls.
func age(frame []byte) (time.Duration, bool) {
	last := byte(1 << (lockstep.NumSlots - 1))
	if frame[2+4]&last == 0 || frame[2+5]&last != 0 {
		return 0, false
	}
	at := binary.LittleEndian.Uint32(frame[bundleFrame-6:])
	return time.Duration(uint32(time.Now().UnixMicro())-at) * time.Microsecond, true
}

// bundleFrame is the size of a bundle in its WebSocket frame.
const bundleFrame = 2 + lockstep.BundleSize
