package wadlib

import (
	"errors"
	"syscall"
)

// Windows' own error numbers: the system never returns package syscall's ENOSPC.
const (
	handleDiskFull syscall.Errno = 39
	diskFull       syscall.Errno = 112
)

// isDiskFull reports whether the disk was full.
func isDiskFull(err error) bool { return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull) }
