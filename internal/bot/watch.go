package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/coder/websocket"

	rtc "doomhost/signal"
	"doomhost/signal/fast"
)

// Watch follows the running game as a spectator until ctx is done or the connection ends,
// over a data channel if cfg enables one. It calls seen for each bundle from tic from on.
func Watch(ctx context.Context, cfg Config, from uint32, seen func()) error {
	p := &Bot{cfg: cfg, start: time.Now(), end: ctx}
	if !cfg.Channel {
		ws, err := p.dial(ctx, fmt.Sprintf("/ws/spectate?from=%d", from))
		if err != nil {
			return err
		}
		defer func() { _ = ws.CloseNow() }()
		for {
			if _, _, err := ws.Read(ctx); err != nil {
				return err
			}
			seen()
		}
	}
	dialing, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	ws, err := p.dial(dialing, fmt.Sprintf("/ws/signal?from=%d", from))
	if err != nil {
		return err
	}
	ch, err := rtc.Offer(dialing, wsLink{p, ws}, rtc.OfferConfig{Mode: cfg.Mode})
	if err != nil {
		return err
	}
	defer ch.Close(uint16(websocket.StatusNormalClosure), "")
	stop := context.AfterFunc(ctx, ch.Cut)
	defer stop()
	if ch.Mode == rtc.Fast {
		return p.watchFast(ch, from, seen)
	}
	buf := make([]byte, fast.MaxMessage)
	for {
		if _, err := ch.Receive(buf); err != nil {
			return err
		}
		seen()
	}
}

// watchFast confirms each message at once, because a spectator has nothing else to send.
func (b *Bot) watchFast(ch *rtc.Channel, from uint32, seen func()) error {
	end := fast.NewClient(from)
	buf, out := make([]byte, fast.MaxMessage), make([]byte, 0, fast.MaxMessage)
	for {
		out = end.Append(out[:0], time.Since(b.start))
		_ = ch.Send(out) // lost data is repeated
		n, err := ch.Receive(buf)
		if err != nil {
			return err
		}
		if err := end.Take(buf[:n], func(uint32, []byte) { seen() }); err != nil {
			return err
		}
	}
}
