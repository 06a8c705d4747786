package host

import (
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// Limits bounds what one peer can use. A zero field means the protocol's default, a
// negative one no limit; a negative Upload turns uploads off.
type Limits struct {
	LobbyMessage    int           // bytes; default and maximum 1024
	TicMessage      int           // bytes; default 64, at least 12, at most 1024
	MessagesPerSec  int           // for each connection; default 300
	ConnsPerAddress int           // WebSockets from one address; default 64
	Conns           int           // WebSockets in total; default 16384
	Idle            time.Duration // longest silence of a peer; default 20 s
	WriteStall      time.Duration // longest time without progress of a write; default 10 s
	Upload          int64         // bytes of one file from the host's page; default 512 MB
}

// withDefaults replaces zero fields by their defaults.
func (l Limits) withDefaults() Limits {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.LobbyMessage, wire.MaxLobbyMsg)
	def(&l.TicMessage, 64)
	for _, v := range []*int{&l.LobbyMessage, &l.TicMessage} {
		// Each connection has a buffer of this size.
		if *v < 0 || *v > wire.MaxLobbyMsg {
			*v = wire.MaxLobbyMsg
		}
	}
	l.TicMessage = max(l.TicMessage, lockstep.TicMsgSize)
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
