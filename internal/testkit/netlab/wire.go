//go:build linux

package netlab

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Weather is what a wire does to packets in each direction.
type Weather struct {
	Delay  time.Duration // for every packet
	Jitter time.Duration // additional delay up to this, evenly distributed; packets keep their order
	Loss   float64       // probability that a packet is lost
}

// Wire connects two machines with one network interface each. This process carries the
// packets between them, subject to the weather.
type Wire struct {
	ends [2]*os.File
	done sync.WaitGroup

	mu      sync.Mutex // guards all following fields
	weather Weather
	rng     *rand.Rand
}

// wireQueue limits the packets in flight in one direction; further ones are lost, as in any
// router.
const wireQueue = 4096

// Wire connects two machines with a new wire. The interface has the same name on both, and
// each machine has its own address, such as "10.1.0.1/30".
func (l *Lab) Wire(name string, a *Machine, addrA string, b *Machine, addrB string) *Wire {
	l.t.Helper()
	w := &Wire{rng: rand.New(rand.NewPCG(8, 6))}
	for i, end := range []struct {
		m    *Machine
		addr string
	}{{a, addrA}, {b, addrB}} {
		var f *os.File
		if err := end.m.Enter(func() (err error) {
			f, err = tun(name)
			return err
		}); err != nil {
			l.t.Fatalf("make interface %s: %v\n%s", name, err, help)
		}
		w.ends[i] = f
		end.m.Run("ip", "addr", "add", end.addr, "dev", name)
		end.m.Run("ip", "link", "set", name, "up")
	}
	for i := range w.ends {
		way := make(chan packet, wireQueue)
		w.done.Go(func() { w.read(w.ends[i], way) })
		w.done.Go(func() { write(w.ends[1-i], way) })
	}
	l.t.Cleanup(func() {
		for _, f := range w.ends {
			_ = f.Close()
		}
		w.done.Wait()
	})
	return w
}

// Set changes the weather.
func (w *Wire) Set(weather Weather) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.weather = weather
}

// packet is a packet in flight.
type packet struct {
	due  time.Time
	data []byte
}

// draw returns a packet's delay, and whether it arrives.
func (w *Wire) draw() (time.Duration, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.weather.Delay
	if w.weather.Jitter > 0 {
		d += time.Duration(w.rng.Int64N(int64(w.weather.Jitter)))
	}
	return d, w.rng.Float64() >= w.weather.Loss
}

// read reads packets of one machine until its interface is closed.
func (w *Wire) read(from *os.File, way chan<- packet) {
	defer close(way)
	buf := make([]byte, 1<<16)
	var last time.Time
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		delay, arrives := w.draw()
		if !arrives {
			continue
		}
		due := time.Now().Add(delay)
		if due.Before(last) {
			due = last
		}
		last = due
		select {
		case way <- packet{due, append([]byte(nil), buf[:n]...)}:
		default:
		}
	}
}

// write delivers packets to the other machine when they are due.
func write(to *os.File, way <-chan packet) {
	for p := range way {
		time.Sleep(time.Until(p.due))
		// A packet for a removed machine is lost.
		_, _ = to.Write(p.data)
	}
}

// Enter calls f inside the machine's namespace. Sockets that f opens stay there. f must not
// start a goroutine that opens sockets.
func (m *Machine) Enter(f func() error) error {
	// Lock the thread, because the namespace belongs to the thread.
	runtime.LockOSThread()
	home, err := os.Open(fmt.Sprintf("/proc/%d/task/%d/ns/net", os.Getpid(), unix.Gettid()))
	if err != nil {
		runtime.UnlockOSThread()
		return err
	}
	defer home.Close() //nolint:errcheck // only read
	there, err := os.Open("/run/netns/" + m.NS)
	if err != nil {
		runtime.UnlockOSThread()
		return err
	}
	defer there.Close() //nolint:errcheck // only read
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("enter namespace %s: %w", m.NS, err)
	}
	err = f()
	if back := unix.Setns(int(home.Fd()), unix.CLONE_NEWNET); back != nil {
		// Keep the thread locked, so that it ends with its goroutine: it is in the wrong
		// namespace.
		return fmt.Errorf("leave namespace %s: %w", m.NS, back)
	}
	runtime.UnlockOSThread()
	return err
}

// tun makes a network interface in this thread's namespace; the returned file reads and
// writes its packets.
func tun(name string) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/net/tun: %w", err)
	}
	// struct ifreq: 16 bytes of name, then flags.
	var req [40]byte
	copy(req[:15], name)
	binary.NativeEndian.PutUint16(req[16:], unix.IFF_TUN|unix.IFF_NO_PI)
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), unix.TUNSETIFF, uintptr(unsafe.Pointer(&req))); errno != 0 {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("make a TUN device: %w", errno)
	}
	return os.NewFile(uintptr(fd), "/dev/net/tun"), nil
}
