//go:build !windows

package neterr

import "syscall"

const (
	inUse     = syscall.EADDRINUSE
	forbidden = syscall.EACCES
	refused   = syscall.ECONNREFUSED
)
