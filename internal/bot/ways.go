package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coder/websocket"

	rtc "doomhost/signal"
	"doomhost/signal/fast"
	"doomhost/signal/route"
)

// event is what a connection's goroutine reports to Play.
type event struct {
	way    route.Way
	id     int // of the connection
	what   happening
	msg    []byte
	code   uint16
	socket *websocket.Conn
	ch     *rtc.Channel
	at     time.Time
}

type happening uint8

const (
	opened happening = iota + 1
	message
	closed
)

// post passes an event to Play, unless the bot has ended.
func (b *Bot) post(e event) {
	e.at = time.Now()
	select {
	case b.events <- e:
	case <-b.end.Done():
	}
}

// openTime limits the opening of a connection.
const openTime = 10 * time.Second

// openSocket opens the tic channel as a WebSocket and reads it.
func (p *Bot) openSocket(id int, path string) {
	ctx, cancel := context.WithTimeout(p.end, openTime)
	ws, err := p.dial(ctx, path)
	cancel()
	if err != nil {
		p.post(event{way: route.Socket, id: id, what: closed, code: 1006})
		return
	}
	p.post(event{way: route.Socket, id: id, what: opened, socket: ws})
	for {
		_, b, err := ws.Read(p.end)
		if err != nil {
			code := uint16(1006)
			if c := websocket.CloseStatus(err); c != -1 {
				code = uint16(c)
			}
			p.post(event{way: route.Socket, id: id, what: closed, code: code})
			_ = ws.CloseNow()
			return
		}
		p.post(event{way: route.Socket, id: id, what: message, msg: b})
	}
}

// goodbye closes a WebSocket with a closing handshake, in the background.
func (b *Bot) goodbye(ws *websocket.Conn, code websocket.StatusCode, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		_ = ws.CloseNow()
		return
	}
	b.closers.Go(func() { _ = ws.Close(code, reason) })
}

// openChannel negotiates a data channel and reads it. ctx ends its opening.
func (b *Bot) openChannel(ctx context.Context, id int, path string) {
	gone := func(err error) {
		var refused rtc.RefusedError
		errors.As(err, &refused)
		b.post(event{way: route.Channel, id: id, what: closed, code: refused.Code})
	}
	dialing, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	ws, err := b.dial(dialing, path)
	if err != nil {
		gone(err)
		return
	}
	ch, err := rtc.Offer(dialing, wsLink{b, ws}, rtc.OfferConfig{Mode: b.cfg.Mode})
	if err != nil {
		gone(err)
		return
	}
	b.post(event{way: route.Channel, id: id, what: opened, ch: ch})
	buf := make([]byte, fast.MaxMessage)
	for {
		n, err := ch.Receive(buf)
		if err != nil {
			gone(err)
			ch.Cut()
			return
		}
		b.post(event{way: route.Channel, id: id, what: message, msg: append([]byte(nil), buf[:n]...)})
	}
}

// wsLink is a WebSocket as an rtc.Link.
type wsLink struct {
	p  *Bot
	ws *websocket.Conn
}

func (l wsLink) Read() ([]byte, error) {
	_, b, err := l.ws.Read(l.p.end)
	if err != nil && websocket.CloseStatus(err) == -1 {
		return nil, errors.Join(rtc.ErrBroken, err)
	}
	return b, err
}

func (l wsLink) Write(msg []byte) error {
	ctx, cancel := context.WithTimeout(l.p.end, openTime)
	defer cancel()
	return l.ws.Write(ctx, websocket.MessageText, msg)
}

func (l wsLink) Close(code uint16, reason string) {
	l.p.goodbye(l.ws, websocket.StatusCode(code), reason)
}

// gamePath returns the path of the tic channel from a tic on.
func (b *Bot) gamePath(name, token string, from uint32) string {
	return fmt.Sprintf("/ws/%s?slot=%d&token=%s&from=%d", name, b.Slot, token, from)
}
