//go:build !windows

package wadlib

import "syscall"

// noRoom is the system's error for a full disk.
const noRoom = syscall.ENOSPC
