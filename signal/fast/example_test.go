package fast_test

import (
	"fmt"
	"time"

	"doomhost/signal/fast"
)

// The first of two messages is lost. The second brings both ticcmds.
func ExampleEnd() {
	client, host := fast.NewClient(0), fast.NewHost(0)
	client.Put(0, []byte("tic 0..."))
	_ = client.Append(nil, 0) // sent, and lost
	client.Put(1, []byte("tic 1..."))
	message := client.Append(nil, 28*time.Millisecond)

	err := host.Take(message, func(number uint32, record []byte) { fmt.Printf("%d: %s\n", number, record) })
	fmt.Println("the host wants", host.Wants(), err)

	// The host's next message confirms them.
	err = client.Take(host.Append(nil, 30*time.Millisecond), func(uint32, []byte) {})
	fmt.Println("unconfirmed:", client.Unconfirmed(), err)
	// Output:
	// 0: tic 0...
	// 1: tic 1...
	// the host wants 2 <nil>
	// unconfirmed: 0 <nil>
}
