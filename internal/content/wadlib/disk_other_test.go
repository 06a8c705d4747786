//go:build !windows

package wadlib

import "syscall"

// noRoom is the system's error.
const noRoom = syscall.ENOSPC
