package discovery

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/miekg/dns"
	"golang.org/x/net/ipv4"

	"doomhost/internal/network/lanaddr"
	"doomhost/internal/testkit/netlab"
)

// The network tests start this binary again on each machine of a lab, in one of these roles.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // hides zeroconf's messages; roleContext shows them
	netlab.Main(m, map[string]func(){
		"host": hostRole, "browse": browseRole, "cycles": cyclesRole, "hog": hogRole, "lookup": lookupRole,
	})
}

// interfaces lists the machine's interfaces that lead to a LAN.
func interfaces() ([]Interface, error) {
	list, err := lanaddr.Interfaces()
	if err != nil {
		return nil, err
	}
	var out []Interface
	for _, i := range lanaddr.LAN(list, os.Getenv("ALL_INTERFACES") != "") {
		out = append(out, Interface{Index: i.Index, Name: i.Name, Prefixes: i.Prefixes, Multicast: i.Multicast})
	}
	return out, nil
}

func roleContext() (context.Context, context.CancelFunc) {
	log.SetFlags(0)
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelInfo})))
	slog.SetLogLoggerLevel(slog.LevelDebug)
	return signal.NotifyContext(context.Background(), syscall.SIGTERM)
}

// hostRole is a host without a game: it serves /api/info and announces it in every way. It
// reads lines "players N".
func hostRole() {
	ctx, stop := roleContext()
	defer stop()
	port, err := strconv.Atoi(os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	name, id := os.Getenv("NAME"), os.Getenv("ID")
	var players atomic.Int32
	players.Store(1)
	l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
	if err != nil {
		panic(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var addresses []string
		for _, a := range (lanaddr.Finder{}).Reachable() {
			addresses = append(addresses, fmt.Sprintf("http://%s", net.JoinHostPort(a.String(), strconv.Itoa(port))))
		}
		answerJSON(w, 200, map[string]any{
			"id": id, "name": name, "protocol": 1, "state": "lobby", "map": "E1M1", "mode": "coop",
			"players": players.Load(), "maxPlayers": 4, "port": port, "addresses": addresses,
		})
	})}
	var wait sync.WaitGroup
	wait.Go(func() { _ = server.Serve(l) })
	if os.Getenv("NO_MDNS") == "" {
		a := NewAdvertiser(AdvertiserConfig{
			Name: name, Port: port, Interfaces: interfaces,
			Describe: func() Game {
				return Game{ID: id, Protocol: 1, State: "lobby", Map: "E1M1", Mode: "coop", WAD: "freedoom1.wad", Players: int(players.Load()), MaxPlayers: 4}
			},
			Announced: func(n Names) { fmt.Printf("announced %s as %s\n", n.Instance, n.Host) },
		})
		wait.Go(func() { a.Run(ctx) })
	}
	if os.Getenv("NO_BEACON") == "" {
		b := NewBeacon(BeaconConfig{ID: id, Name: name, Port: port, Ports: []int{8666, 8667}, Interfaces: interfaces})
		wait.Go(func() { b.Run(ctx) })
	}
	fmt.Println("serving")
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			if n, ok := strings.CutPrefix(in.Text(), "players "); ok {
				v, err := strconv.Atoi(n)
				if err != nil {
					panic(err)
				}
				players.Store(int32(v))
			}
		}
	}()
	<-ctx.Done()
	_ = server.Close()
	wait.Wait()
	fmt.Println("stopped")
}

// browseRole prints the list whenever it changes. It reads lines "probe" and "check ADDRESS".
func browseRole() {
	ctx, stop := roleContext()
	defer stop()
	b := NewBrowser(BrowserConfig{Interfaces: interfaces, Port: 8666, Further: []int{8667}, NoMDNS: os.Getenv("NO_MDNS") != ""})
	var wait sync.WaitGroup
	wait.Go(func() { b.Run(ctx) })
	if os.Getenv("NO_BEACON") == "" {
		beacon := NewBeacon(BeaconConfig{Ports: []int{8666, 8667}, Interfaces: interfaces, Found: b.Saw})
		wait.Go(func() { beacon.Run(ctx) })
	}
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			if in.Text() == "probe" {
				p, err := b.Probe(ctx)
				fmt.Println("probed", p.Networks, p.Hosts, len(p.Open), err)
			}
			if a, ok := strings.CutPrefix(in.Text(), "check "); ok {
				f, err := b.CheckAddress(ctx, netip.MustParseAddr("127.0.0.1"), a)
				fmt.Println("checked", f.Name, err)
			}
		}
	}()
	for {
		list := []Listed{}
		for _, f := range b.Games() {
			list = append(list, f.List(""))
		}
		text, err := json.Marshal(list)
		if err != nil {
			panic(err)
		}
		fmt.Printf("games %s\n", text)
		select {
		case <-b.Changed():
		case <-ctx.Done():
			wait.Wait()
			return
		}
	}
}

// hogRole holds the mDNS port so that no other program can bind it.
func hogRole() {
	for _, network := range []string{"udp4", "udp6"} {
		if _, err := net.ListenPacket(network, ":5353"); err != nil {
			panic(err)
		}
	}
	fmt.Println("hogging")
	select {}
}

// lookupRole looks up the address of a name from a port of its own, as plain resolvers do, and
// prints it.
func lookupRole() {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(os.Getenv("FROM"))})
	if err != nil {
		panic(err)
	}
	list, err := interfaces()
	if err != nil {
		panic(err)
	}
	nets := multicasting(list)
	if err := ipv4.NewPacketConn(c).SetMulticastInterface(&nets[0]); err != nil {
		panic(err)
	}
	q := &dns.Msg{}
	q.SetQuestion(os.Getenv("NAME"), dns.TypeA)
	packet, err := q.Pack()
	if err != nil {
		panic(err)
	}
	buf := make([]byte, 9000)
	for range 3 {
		if _, err := c.WriteToUDP(packet, group4()); err != nil {
			panic(err)
		}
		if err := c.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			panic(err)
		}
		n, err := c.Read(buf)
		if err != nil {
			continue
		}
		var reply dns.Msg
		if err := reply.Unpack(buf[:n]); err != nil || reply.Id != q.Id {
			panic(fmt.Sprint("not an answer: ", err))
		}
		fmt.Println(reply.Answer[0].(*dns.A).A)
		return
	}
}

// cyclesRole starts and stops advertisers, browsers and beacons and checks what they leave
// behind.
func cyclesRole() {
	quiet := slog.New(slog.DiscardHandler)
	const workers, cycles = 3, 112
	// The first socket of a process opens files that stay open.
	warm, err := net.ListenPacket("udp", ":0")
	if err != nil {
		panic(err)
	}
	_ = warm.Close()
	before := inUse()
	var started atomic.Int32
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for c := range cycles {
				id := fmt.Sprintf("run%d-%d", w, c)
				ctx, cancel := context.WithCancel(context.Background())
				up := make(chan struct{}, 64)
				a := NewAdvertiser(AdvertiserConfig{
					Name: fmt.Sprintf("Worker %d", w), Port: 9000 + w, Interfaces: interfaces, Log: quiet,
					Describe:  func() Game { return Game{ID: id, Protocol: 1} },
					Announced: func(Names) { up <- struct{}{} }, probeGap: time.Millisecond,
				})
				b := NewBrowser(BrowserConfig{Interfaces: interfaces, Port: 9000, Log: quiet})
				beacon := NewBeacon(BeaconConfig{ID: id, Name: "x", Port: 9000 + w, Ports: []int{9000 + w}, Interfaces: interfaces, Found: b.Saw, Log: quiet})
				var wait sync.WaitGroup
				wait.Go(func() { a.Run(ctx) })
				wait.Go(func() { b.Run(ctx) })
				wait.Go(func() { beacon.Run(ctx) })
				<-up
				cancel()
				wait.Wait()
				started.Add(1)
			}
		})
	}
	all.Wait()
	// The library's resolvers end a moment after their context.
	var after usage
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if after = inUse(); after.Goroutines <= before.Goroutines && after.Files <= before.Files {
			break
		}
	}
	fmt.Printf("cycles %d, goroutines %d to %d, files %d to %d\n", started.Load(), before.Goroutines, after.Goroutines, before.Files, after.Files)
}
