//go:build linux

package netlab

import (
	"net"
	"testing"
	"time"
)

// answers sends packets from one machine to another, which returns them, and returns the
// round trip of each that came back.
func answers(t *testing.T, a, b *Machine, count int, patience time.Duration) (trips []time.Duration) {
	t.Helper()
	var far, near *net.UDPConn
	if err := b.Enter(func() (err error) {
		far, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(10, 77, 0, 2)})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	defer far.Close() //nolint:errcheck // the test is over
	if err := a.Enter(func() (err error) {
		near, err = net.DialUDP("udp", nil, far.LocalAddr().(*net.UDPAddr))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	defer near.Close() //nolint:errcheck // the test is over
	go func() {
		b := make([]byte, 64)
		for {
			n, from, err := far.ReadFromUDP(b)
			if err != nil {
				return
			}
			_, _ = far.WriteToUDP(b[:n], from)
		}
	}()
	sent := make([]time.Time, count)
	go func() {
		for i := range sent {
			sent[i] = time.Now()
			_, _ = near.Write([]byte{byte(i)})
			time.Sleep(time.Millisecond)
		}
	}()
	for {
		_ = near.SetReadDeadline(time.Now().Add(patience))
		buf := make([]byte, 64)
		n, err := near.Read(buf)
		if err != nil {
			return trips
		}
		if n == 1 {
			trips = append(trips, time.Since(sent[buf[0]]))
		}
		if len(trips) == count {
			return trips
		}
	}
}

func TestWireDelaysAndLoses(t *testing.T) {
	lab := New(t)
	a, b := lab.Machine(), lab.Machine()
	w := lab.Wire("lan0", a, "10.77.0.1/30", b, "10.77.0.2/30")
	if n := len(answers(t, a, b, 20, 10*time.Second)); n != 20 {
		t.Fatalf("%d of 20 answers in good weather", n)
	}
	w.Set(Weather{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond})
	trips := answers(t, a, b, 50, 10*time.Second)
	var sum time.Duration
	for _, d := range trips {
		sum += d
		if d < 40*time.Millisecond {
			t.Errorf("an answer after %v", d)
		}
	}
	if len(trips) != 50 || sum < 50*44*time.Millisecond {
		t.Errorf("%d answers, %v each in the mean; want 50 and about 50 ms", len(trips), sum/time.Duration(max(1, len(trips))))
	}
	w.Set(Weather{Loss: 0.5})
	if n := len(answers(t, a, b, 200, time.Second)); n < 20 || n > 90 {
		t.Errorf("%d of 200 answers, want about a quarter", n)
	}
	w.Set(Weather{Loss: 1})
	if n := len(answers(t, a, b, 3, 200*time.Millisecond)); n != 0 {
		t.Errorf("%d answers over a wire that loses everything", n)
	}
}
