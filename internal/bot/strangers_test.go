package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
	rtc "doomhost/signal"
	"doomhost/signal/fast"
)

// raw is a client that sends arbitrary messages.
func raw(t *testing.T, url string) *Bot {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return &Bot{cfg: Config{URL: url}, start: time.Now(), end: ctx, stop: cancel}
}

// offer opens a data channel at a signaling address.
func (b *Bot) offer(t *testing.T, path string, mode rtc.Mode) (*rtc.Channel, error) {
	t.Helper()
	ws, err := b.dial(b.end, path)
	if err != nil {
		t.Fatal(err)
	}
	ch, err := rtc.Offer(b.end, wsLink{b, ws}, rtc.OfferConfig{Mode: mode})
	if err == nil {
		t.Cleanup(ch.Cut)
	}
	return ch, err
}

// launched starts a game of one player and returns the player and its token. The caller
// opens the player's connection.
func launched(t *testing.T, url string) (p *Bot, token string) {
	t.Helper()
	p, err := Join(raw(t, url).end, Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case token = <-p.launch:
	case <-time.After(patience):
		t.Fatal("no launch")
	}
	return p, token
}

// lastWord reads until the channel ends and returns the host's close code.
func lastWord(t *testing.T, ch *rtc.Channel) uint16 {
	t.Helper()
	buf := make([]byte, fast.MaxMessage)
	for {
		if _, err := ch.Receive(buf); err != nil {
			var r rtc.RefusedError
			if !errors.As(err, &r) {
				t.Errorf("the channel ended with %v", err)
			}
			return r.Code
		}
	}
}

func TestNoChannelWithoutTheToken(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, rtc.Ordered)
	r := raw(t, url)
	refused := func(path string) {
		t.Helper()
		ws, err := r.dial(r.end, path)
		if err != nil {
			t.Fatal(err)
		}
		_, b, err := ws.Read(r.end)
		if code := websocket.CloseStatus(err); code != 4401 {
			t.Errorf("%s: %q, closed with %d, want 4401 at once", path, b, code)
		}
	}
	refused("/ws/signal?slot=0&token=x") // no game is running
	_, token := launched(t, url)
	refused("/ws/signal?slot=0&token=x")
	refused("/ws/signal?slot=0")
	refused("/ws/signal?slot=1&token=" + token)
	refused("/ws/signal?slot=9&token=" + token)
	refused("/ws/signal?slot=&token=")
	if _, err := r.offer(t, "/ws/signal?slot=0&token="+token, rtc.Ordered); err != nil {
		t.Errorf("the owner: %v", err)
	}
}

func TestSpectatorsWatchOverTheChannel(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, rtc.Ordered)
	p, token := launched(t, url)
	player, err := p.offer(t, p.gamePath("signal", token, 0), rtc.Ordered)
	if err != nil {
		t.Fatal(err)
	}
	if err := player.Send(lockstep.AppendTicMsg(nil, lockstep.TicMsg{})); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []rtc.Mode{rtc.Ordered, rtc.Fast} {
		seen := make(chan struct{}, 64)
		ctx, stop := context.WithTimeout(context.Background(), patience)
		done := make(chan error, 1)
		go func() {
			done <- Watch(ctx, Config{URL: url, Channel: true, Mode: mode}, 0, func() {
				select {
				case seen <- struct{}{}:
				default:
				}
			})
		}()
		for range 5 { // the relay fills the player's further tics
			select {
			case <-seen:
			case err := <-done:
				t.Fatalf("%v: %v", mode, err)
			}
		}
		stop()
		<-done
	}
	// Messages of a spectator do not reach the game.
	s, err := raw(t, url).offer(t, "/ws/signal", rtc.Ordered)
	if err != nil {
		t.Fatal(err)
	}
	msg := lockstep.TicMsg{Tic: 100, Cmd: lockstep.Ticcmd{Forward: 50}}
	if err := s.Send(lockstep.AppendTicMsg(nil, msg)); err != nil {
		t.Fatal(err)
	}
	for buf := make([]byte, 64); ; {
		n, err := player.Receive(buf)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := lockstep.DecodeBundle(buf[:n])
		if err != nil || b.Cmds[0].Forward != 0 {
			t.Fatalf("%+v, %v", b, err)
		}
		if b.Tic > 105 {
			break
		}
	}
}

func TestPeersOverALimitAreDisconnected(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, rtc.Ordered)
	// Another player keeps the game going.
	other, err := Join(raw(t, url).end, Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	playing, stop := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() {
		_, err := other.Play(playing)
		over <- err
	}()
	defer func() {
		stop()
		if err := <-over; err != nil {
			t.Errorf("the other player: %v", err)
		}
		other.Close()
	}()
	p, token := launched(t, url)
	path := p.gamePath("signal", token, 0)
	tic := lockstep.AppendTicMsg(nil, lockstep.TicMsg{})
	for name, c := range map[string]struct {
		mode rtc.Mode
		send func(ch *rtc.Channel)
		want uint16
	}{
		"too long":        {rtc.Ordered, func(ch *rtc.Channel) { _ = ch.Send(make([]byte, 65)) }, 1009},
		"not a ticcmd":    {rtc.Ordered, func(ch *rtc.Channel) { _ = ch.Send(make([]byte, 11)) }, 1008},
		"too many":        {rtc.Ordered, func(ch *rtc.Channel) { flood(ch, tic, 400) }, 1008},
		"malformed":       {rtc.Fast, func(ch *rtc.Channel) { _ = ch.Send(make([]byte, 9)) }, 1008},
		"an idle opener":  {rtc.Fast, func(*rtc.Channel) {}, 1008},
		"too many, fast":  {rtc.Fast, func(ch *rtc.Channel) { flood(ch, make([]byte, 8), 400) }, 1008},
		"confirms a lie":  {rtc.Fast, func(ch *rtc.Channel) { _ = ch.Send(make([]byte, 8)); _ = ch.Send([]byte{0, 0, 1, 0, 0, 0, 0, 0}) }, 1008},
		"another channel": {rtc.Ordered, func(ch *rtc.Channel) { another(t, p, path, ch) }, 4409},
	} {
		t.Run(name, func(t *testing.T) {
			ch, err := p.offer(t, path, c.mode)
			if err != nil {
				t.Fatal(err)
			}
			c.send(ch)
			if got := lastWord(t, ch); got != c.want {
				t.Errorf("ended with %d, want %d", got, c.want)
			}
		})
	}
}

func flood(ch *rtc.Channel, msg []byte, count int) {
	for range count {
		for errors.Is(ch.Send(msg), rtc.ErrBusy) {
			_ = ch.AwaitRoom(time.Second)
		}
	}
}

// another opens a second connection for the slot's owner after the host has accepted the
// first.
func another(t *testing.T, p *Bot, path string, ch *rtc.Channel) {
	t.Helper()
	// The game begins with the first ticcmd of every player.
	if err := ch.Send(lockstep.AppendTicMsg(nil, lockstep.TicMsg{})); err != nil {
		t.Fatal(err)
	}
	if _, err := ch.Receive(make([]byte, fast.MaxMessage)); err != nil {
		t.Fatal(err)
	}
	ws, err := p.dial(p.end, strings.Replace(path, "signal", "game", 1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	if _, _, err := ws.Read(p.end); err != nil && websocket.CloseStatus(err) != 4409 {
		t.Error(fmt.Errorf("the second connection: %w", err))
	}
}

func TestKickClosesTheChannelWithItsCode(t *testing.T) {
	t.Parallel()
	url, h := serve(t, rtc.Fast)
	p, token := launched(t, url)
	ch, err := p.offer(t, p.gamePath("signal", token, 0), rtc.Fast)
	if err != nil {
		t.Fatal(err)
	}
	end := fast.NewClient(0)
	end.Put(0, make([]byte, fast.InputSize))
	if err := ch.Send(end.Append(nil, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := ch.Receive(make([]byte, fast.MaxMessage)); err != nil {
		t.Fatal(err)
	}
	if err := p.say(fmt.Sprintf(`{"t":"host","token":%q}`, h.AdminToken())); err != nil {
		t.Fatal(err)
	}
	if err := p.say(`{"t":"kick","slot":0}`); err != nil {
		t.Fatal(err)
	}
	if code := lastWord(t, ch); code != 4403 {
		t.Errorf("ended with %d", code)
	}
}

func TestStopEndsTheChannels(t *testing.T) {
	t.Parallel()
	url, h := serve(t, rtc.Ordered)
	p, token := launched(t, url)
	ch, err := p.offer(t, p.gamePath("signal", token, 0), rtc.Ordered)
	if err != nil {
		t.Fatal(err)
	}
	if err := ch.Send(lockstep.AppendTicMsg(nil, lockstep.TicMsg{})); err != nil {
		t.Fatal(err)
	}
	receive := make([]byte, 64)
	if _, err := ch.Receive(receive); err != nil {
		t.Fatal(err)
	}
	h.Stop("enough")
	if code := lastWord(t, ch); code != 1000 {
		t.Errorf("ended with %d", code)
	}
}
