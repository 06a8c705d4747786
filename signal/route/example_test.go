package route_test

import (
	"fmt"
	"time"

	"doomhost/signal/route"
)

// A game begins on the socket and moves to the channel with the first bundle that arrives
// on it.
func ExampleRouter() {
	r := route.New()
	act := func(what string) {
		for _, a := range r.Actions {
			fmt.Printf("%s: %v\n", what, a.Do)
		}
		r.Actions = r.Actions[:0]
	}
	act("start")
	r.SocketOpened(20 * time.Millisecond)
	act("socket opened")
	r.Offer(100 * time.Millisecond)
	act("offer")
	r.ChannelOpened()
	act("channel opened")
	r.Bundle(330*time.Millisecond, route.Channel)
	act("bundle by the channel")
	fmt.Println("ticcmds by the socket:", r.Sends(route.Socket))
	// Output:
	// start: open socket
	// socket opened: begin
	// offer: open channel
	// channel opened: resend by
	// bundle by the channel: use
	// bundle by the channel: close socket
	// ticcmds by the socket: false
}
