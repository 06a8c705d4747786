package wadlib

import (
	"errors"
	"syscall"
)

// Windows' own numbers: package syscall's ENOSPC is none that the system returns.
const (
	handleDiskFull syscall.Errno = 39
	diskFull       syscall.Errno = 112
)

// isDiskFull reports whether there was no room.
func isDiskFull(err error) bool { return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull) }
