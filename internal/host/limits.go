package host

import (
	"time"

	"doomhost/relay/wire"
)

// Limits bounds what one peer can use up. A zero field has the protocol's
// default, a negative one has no limit; a negative Upload takes no files.
type Limits struct {
	LobbyMessage    int           // bytes; default 1024, which is the most there is
	TicMessage      int           // bytes; default 64, at least 12, at most 1024
	MessagesPerSec  int           // of a connection; default 300
	ConnsPerAddress int           // WebSockets from one address; default 64
	Conns           int           // WebSockets in all; default 16384
	Idle            time.Duration // without a sign of life; default 20 s
	WriteStall      time.Duration // without taking a byte; default 10 s
	Upload          int64         // bytes of a file that the host's page adds; default 512 MB
}

// withDefaults fills in what is zero.
func (l Limits) withDefaults() Limits {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.LobbyMessage, wire.MaxLobbyMsg)
	def(&l.TicMessage, 64)
	for _, v := range []*int{&l.LobbyMessage, &l.TicMessage} {
		// There is a buffer of this size for each connection.
		if *v < 0 || *v > wire.MaxLobbyMsg {
			*v = wire.MaxLobbyMsg
		}
	}
	l.TicMessage = max(l.TicMessage, wire.TicMsgSize)
	def(&l.MessagesPerSec, 300)
	def(&l.ConnsPerAddress, 64)
	def(&l.Conns, 16384)
	if l.Idle == 0 {
		l.Idle = 20 * time.Second
	}
	if l.Upload == 0 {
		l.Upload = 512_000_000
	}
	if l.WriteStall <= 0 {
		l.WriteStall = 10 * time.Second
	}
	return l
}
