package relay

import (
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// chatBacklog is the maximum number of chat lines that a newcomer gets.
const chatBacklog = 30

// chat sends a line to everybody and keeps it for newcomers.
func (l *Lobby) chat(now time.Duration, p *peer, text string, out *Outbox) error {
	if err := l.allow(now, p); err != nil {
		return err
	}
	line := wire.Chat{Name: p.name, Text: text}
	if p.seat != lockstep.NoSlot {
		i := p.seat
		line.Slot, line.Name = &i, l.nameOf(i)
	} else if line.Name == "" {
		line.Name = "spectator"
	}
	out.add(Action{Kind: BroadcastLobby, Delivery: IfRoom, Data: wire.AppendReply(nil, line)})

	line.Past = true
	if len(l.chatLog) == chatBacklog {
		l.chatLog = append(l.chatLog[:0], l.chatLog[1:]...)
	}
	l.chatLog = append(l.chatLog, line)
	return nil
}

// sendBacklog sends p the latest lines of chat from before it connected.
func (l *Lobby) sendBacklog(p *peer, out *Outbox) {
	for _, line := range l.chatLog {
		out.add(Action{Kind: SendLobby, Delivery: IfRoom, Conn: p.conn, Data: wire.AppendReply(nil, line)})
	}
}
