//go:build !windows

package wadlib

import (
	"errors"
	"syscall"
)

// isDiskFull reports whether the disk or the user's quota was full.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
