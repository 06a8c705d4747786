package neterr

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
)

func TestPortTaken(t *testing.T) {
	first, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close() //nolint:errcheck // the test is over
	second, err := net.Listen("tcp4", first.Addr().String())
	if err == nil {
		_ = second.Close()
		t.Fatal("two listeners share one port")
	}
	if !PortTaken(err) || Refused(err) {
		t.Errorf("taken %v, refused %v: %v", PortTaken(err), Refused(err), err)
	}
}

func TestRefused(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	c, err := net.Dial("tcp4", l.Addr().String())
	if err == nil {
		_ = c.Close()
		t.Fatal("a connection succeeds without a listener")
	}
	if !Refused(err) || PortTaken(err) {
		t.Errorf("refused %v, taken %v: %v", Refused(err), PortTaken(err), err)
	}
}

func TestWrappedNumbersAreRecognized(t *testing.T) {
	wrap := func(err error) error {
		return fmt.Errorf("listen: %w", &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", err)})
	}
	if !PortTaken(wrap(inUse)) || !PortTaken(wrap(forbidden)) || !Refused(wrap(refused)) {
		t.Error("a wrapped number is not recognized")
	}
	for _, err := range []error{nil, io.EOF, errors.New("port is in use"), wrap(os.ErrDeadlineExceeded)} {
		if PortTaken(err) || Refused(err) {
			t.Errorf("%v means something", err)
		}
	}
}
