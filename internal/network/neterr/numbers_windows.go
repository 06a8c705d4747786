package neterr

import "golang.org/x/sys/windows"

const (
	inUse     = windows.WSAEADDRINUSE
	forbidden = windows.WSAEACCES // also of ports that Hyper-V and the like reserve
	refused   = windows.WSAECONNREFUSED
)
