package rtc

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// A host and a client in one program. The Link that they negotiate over is usually a
// WebSocket; here it is a pair of Go channels.
func ExampleHub() {
	hub, err := New(Config{
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} },
		Mode:      Fast, Log: quiet,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer hub.Close()
	ours, theirs := newLinks()

	var host sync.WaitGroup
	defer host.Wait()
	host.Go(func() {
		_ = hub.Serve(ours, Asker{Addr: "127.0.0.1", Plays: true}, func(c *Channel) {
			b := make([]byte, MaxMessage)
			if n, err := c.Receive(b); err == nil {
				_ = c.Send(append([]byte("you said "), b[:n]...))
			}
			<-c.Done() // the owner keeps the channel until it returns
		})
	})

	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	channel, err := Offer(ctx, theirs, OfferConfig{Log: quiet, loopback: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer channel.Cut()
	if err := channel.Send([]byte("hello")); err != nil {
		fmt.Println(err)
		return
	}
	b := make([]byte, MaxMessage)
	n, err := channel.Receive(b)
	fmt.Println(channel.Mode, string(b[:n]), err)
	// Output: fast you said hello <nil>
}

func ExampleParseMessage() {
	b := AppendMessage(nil, &Message{Kind: KindHello, Mode: "fast"})
	m, err := ParseMessage(b)
	fmt.Println(m.Kind, m.Mode, err)
	_, err = ParseMessage([]byte("anything else"))
	fmt.Println(err)
	// Output:
	// hello fast <nil>
	// signal: malformed message: a JSON object is needed
}
