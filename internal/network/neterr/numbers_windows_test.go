package neterr

import (
	"syscall"
	"testing"
)

// The numbers of WinError.h, which syscall's names of the same meaning do not
// have on Windows.
func TestNumbersAreThoseOfWindowsSockets(t *testing.T) {
	for number, is := range map[syscall.Errno]func(error) bool{10048: PortTaken, 10013: PortTaken, 10061: Refused} {
		if !is(number) {
			t.Errorf("%d is not known", number)
		}
	}
}
