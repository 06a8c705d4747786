package neterr

import (
	"syscall"
	"testing"
)

// Windows returns the numbers of WinError.h, which differ from syscall's constants of the
// same names.
func TestWindowsSocketNumbers(t *testing.T) {
	for number, is := range map[syscall.Errno]func(error) bool{10048: PortTaken, 10013: PortTaken, 10061: Refused} {
		if !is(number) {
			t.Errorf("%d is not known", number)
		}
	}
}
