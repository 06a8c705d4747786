//go:build !windows

package wadlib

import (
	"errors"
	"syscall"
)

// isDiskFull reports whether there was no room, or no more for this user.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
