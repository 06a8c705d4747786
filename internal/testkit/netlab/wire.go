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

// Weather is what a wire does to packets, each way.
type Weather struct {
	Delay  time.Duration // of every packet
	Jitter time.Duration // up to so much more, evenly distributed; the order stays
	Loss   float64       // share of the packets that get lost, each by itself
}

// Wire joins two machines by a network interface each; this process carries the
// packets between them, in whatever weather there is.
type Wire struct {
	ends [2]*os.File
	done sync.WaitGroup

	mu      sync.Mutex // guards all following fields
	weather Weather
	rng     *rand.Rand
}

// wireQueue is how many packets may be under way in one direction; more are lost,
// as in any router.
const wireQueue = 4096

// Wire plugs a new wire into two machines. The interface has the same name on
// both, and the addresses, such as "10.1.0.1/30", are each machine's own.
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

// packet is a packet under way.
type packet struct {
	due  time.Time
	data []byte
}

// fate says how long a packet takes, and whether it comes at all.
func (w *Wire) fate() (time.Duration, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.weather.Delay
	if w.weather.Jitter > 0 {
		d += time.Duration(w.rng.Int64N(int64(w.weather.Jitter)))
	}
	return d, w.rng.Float64() >= w.weather.Loss
}

// read takes packets from one machine until its interface is gone.
func (w *Wire) read(from *os.File, way chan<- packet) {
	defer close(way)
	buf := make([]byte, 1<<16)
	var last time.Time
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		delay, arrives := w.fate()
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

// write gives packets to the other machine when they are due.
func write(to *os.File, way <-chan packet) {
	for p := range way {
		time.Sleep(time.Until(p.due))
		// A packet for a machine that is gone is lost.
		_, _ = to.Write(p.data)
	}
}

// Enter calls f in the machine: sockets that it opens there stay there. It must
// start no goroutine that opens any.
func (m *Machine) Enter(f func() error) error {
	// The thread that visits the namespace does nothing else meanwhile.
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
		// A thread in a wrong place must not be used any more: it ends with its
		// goroutine, locked as it is.
		return fmt.Errorf("leave namespace %s: %w", m.NS, back)
	}
	runtime.UnlockOSThread()
	return err
}

// tun makes a network interface where this thread is, whose packets are read and
// written here.
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
