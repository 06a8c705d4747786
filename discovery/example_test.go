package discovery_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"time"

	"doomhost/discovery"
)

// A host that was sighted is asked before it enters the list, and again regularly while it is
// in the list.
func ExampleList() {
	now := time.Unix(0, 0)
	at := netip.MustParseAddrPort("192.168.1.5:8666")
	var list discovery.List
	list.Saw(now, discovery.Sighting{Source: discovery.FromMDNS, Name: "Ada's room", Endpoints: []netip.AddrPort{at}})
	fmt.Println("before it answered:", len(list.Games(now)))

	info := discovery.Info{ID: "abc", Name: "Ada's room", Protocol: 1, State: "lobby", Players: 1, MaxPlayers: 4}
	for _, check := range list.Due(now) {
		list.Answered(now, check.Key, check.Endpoints[0], info, 3*time.Millisecond)
	}
	for _, game := range list.Games(now) {
		fmt.Printf("%s at %v, %d of %d players\n", game.Name, game.Endpoint, game.Players, game.MaxPlayers)
	}
	again, _ := list.Deadline()
	fmt.Println("asked again after", again.Sub(now))

	// It is gone.
	for range 15 {
		now = now.Add(time.Second)
		for _, check := range list.Due(now) {
			list.Failed(now, check.Key)
		}
	}
	fmt.Println("without answers:", len(list.Games(now)))
	// Output:
	// before it answered: 0
	// Ada's room at 192.168.1.5:8666, 1 of 4 players
	// asked again after 3s
	// without answers: 0
}

// Ask tells a host from any other server.
func ExampleAsk() {
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"id":"abc","name":"Ada's room","protocol":1,"state":"game","map":"E1M1","players":2,"maxPlayers":4}`)
	}))
	defer host.Close()
	at := netip.MustParseAddrPort(host.Listener.Addr().String())

	info, _, _, err := discovery.Ask(context.Background(), []netip.AddrPort{at})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s plays %s with %d players\n", info.Name, info.Map, info.Players)
	// Output:
	// Ada's room plays E1M1 with 2 players
}

func ExampleParseTarget() {
	for _, typed := range []string{"192.168.1.5", " http://Party.local:9000/ ", "fd00::1", "not an address"} {
		target, err := discovery.ParseTarget(typed, 8666)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(target.URL())
	}
	// Output:
	// http://192.168.1.5:8666/
	// http://party.local:9000/
	// http://[fd00::1]:8666/
	// that is no address: type it as the host shows it, such as 192.168.1.5:8666
}

func ExampleCleanName() {
	fmt.Println(discovery.CleanName("  Jürgen's game. "))
	fmt.Println(discovery.CleanName("\x1b[2J"))
	fmt.Println(discovery.CleanName(" "))
	// Output:
	// Jürgen's game
	// [2J
	// doomhost
}
