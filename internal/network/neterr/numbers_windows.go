package neterr

import "golang.org/x/sys/windows"

const (
	inUse     = windows.WSAEADDRINUSE
	forbidden = windows.WSAEACCES // also for ports that Hyper-V and others reserve
	refused   = windows.WSAECONNREFUSED
)
