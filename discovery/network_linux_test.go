package discovery

import (
	"fmt"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
)

func TestAvahiSeesUsWithOurTextAndOurGoodbye(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "10.77.0.1/24", "10.77.0.2/24")
	env := theirs.Avahi("theirs")
	seen := theirs.Start(env, "avahi-browse", "--parsable", "--resolve", "_doomhost._tcp")
	began := time.Now()
	host := startHost(t, ours, "Jürgen's Döner. (Doom)", "abc1")
	awaitAnnounced(t, host, "Jürgen's Döner. (Doom)", "jurgens-doner-doom.local")
	// avahi writes bytes that are not letters as \DDD.
	const name = `J\195\188rgen\039s\032D\195\182ner\.\032\040Doom\041`
	line := seen.Await(patience, "our instance", func(line string) bool {
		return strings.HasPrefix(line, "=;eth0;IPv4;"+name+";_doomhost._tcp;local;jurgens-doner-doom.local;10.77.0.1;8666;")
	})
	t.Logf("seen by avahi %v after the start", time.Since(began))
	for _, want := range []string{`"txtvers=1"`, `"protocol=1"`, `"id=abc1"`, `"state=lobby"`, `"map=E1M1"`, `"mode=coop"`, `"players=1/4"`, `"wad=freedoom1.wad"`} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	if out, err := theirs.Output(env, "avahi-resolve", "-4", "-n", "jurgens-doner-doom.local"); err != nil || !strings.Contains(out, "10.77.0.1") {
		t.Errorf("the host's name: %q, %v", out, err)
	}

	host.Say("players 3")
	began = time.Now()
	for {
		out, err := theirs.Output(env, "avahi-browse", "--parsable", "--resolve", "--terminate", "_doomhost._tcp")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out, `"players=3/4"`) {
			break
		}
		if time.Since(began) > patience {
			t.Fatalf("the text does not follow the lobby:\n%s", out)
		}
	}
	t.Logf("the text followed after %v", time.Since(began))
	if out := seen.Output(); strings.Contains(out, "\n-;") {
		t.Errorf("the game was gone while its text changed:\n%s", out)
	}

	began = time.Now()
	mark := seen.Mark()
	host.Signal(syscall.SIGTERM)
	seen.AwaitAfter(mark, patience, "our goodbye", func(line string) bool { return strings.HasPrefix(line, "-;eth0;IPv4;"+name) })
	t.Logf("gone from avahi %v after the stop", time.Since(began))
}

func TestWeSeeWhatAvahiAnnounces(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "10.77.0.1/24", "10.77.0.2/24")
	env := theirs.Avahi("theirs")
	browser := start(t, ours, "browse", "NO_BEACON=1")
	startHost(t, theirs, "inner name", "abc1", "NO_MDNS=1", "NO_BEACON=1")
	theirs.Start(env, "avahi-publish", "-s", "Ava's (avahi) game", "_doomhost._tcp", "8666", "txtvers=1")
	browser.Await(patience, "the game at an address that browsers open", func(line string) bool {
		list, _ := games(line)
		return len(list) == 1 && list[0].Name == "Ava's (avahi) game" && list[0].URL == "http://10.77.0.2:8666/" &&
			list[0].Source == "mdns" && list[0].ID == "abc1"
	})
}

func TestEachNetworkHearsItsOwnAddress(t *testing.T) {
	t.Parallel()
	lab := netlab.New(t)
	host := lab.Machine()
	var browsers []*netlab.Process
	nets := []struct{ iface, host, peer string }{
		{"eth0", "10.77.0.1", "10.77.0.2"}, {"eth1", "192.168.78.1", "192.168.78.2"}, {"docker0", "172.17.0.1", "172.17.0.2"},
	}
	var peers []*netlab.Machine
	for _, n := range nets {
		lan, peer := lab.LAN(), lab.Machine()
		host.Plug(n.iface, lan, n.host+"/24")
		peer.Plug("eth0", lan, n.peer+"/24")
		peers = append(peers, peer)
		browsers = append(browsers, start(t, peer, "browse", "NO_BEACON=1"))
	}
	p := startHost(t, host, "Both sides", "abc1", "NO_BEACON=1")
	awaitAnnounced(t, p, "Both sides", "both-sides.local")
	for i, n := range nets[:2] {
		game := awaitGame(t, browsers[i], 0, "Both sides")
		if want := "http://" + n.host + ":8666/"; game.URL != want {
			t.Errorf("on %s: %s, want %s", n.iface, game.URL, want)
		}
		if got := lookup(t, peers[i], n.peer, "both-sides.local."); got != n.host {
			t.Errorf("on %s the name leads to %q, want %s", n.iface, got, n.host)
		}
	}
	if got := lookup(t, peers[2], nets[2].peer, "both-sides.local."); got != "" {
		t.Errorf("the name is answered for on a virtual adapter: %s", got)
	}
	if out := browsers[2].Output(); strings.Contains(out, "Both sides") {
		t.Errorf("announced on a virtual adapter:\n%s", out)
	}
}

// lookup looks up a name as a program without a multicast responder does, and returns the
// address, or "" if nobody answers.
func lookup(t *testing.T, m *netlab.Machine, from, name string) string {
	t.Helper()
	p := start(t, m, "lookup", "FROM="+from, "NAME="+name)
	if err := p.Wait(patience); err != nil {
		t.Fatalf("%v: %s", err, p.Output())
	}
	return p.Output()
}

func TestFoundWithoutMulticastDNS(t *testing.T) {
	for _, c := range []struct{ name, host, peer, url string }{
		{"IPv4", "10.77.0.1/24", "10.77.0.2/24", "http://10.77.0.1:8666/"},
		{"IPv6", "fd77::1/64", "fd77::2/64", "http://[fd77::1]:8666/"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ours, theirs := neighbours(t, c.host, c.peer)
			ours.Drop(5353)
			theirs.Drop(5353)
			startHost(t, ours, "Behind a wall", "abc1")
			began := time.Now()
			browser := start(t, theirs, "browse")
			browser.Await(patience, "the game by its address", func(line string) bool {
				list, _ := games(line)
				return len(list) == 1 && list[0].URL == c.url && list[0].Source == "beacon"
			})
			t.Logf("found by the beacon after %v", time.Since(began))
		})
	}
}

// TestBeaconLeavesThePortToOthers: WebRTC uses the same UDP port, at the machine's own
// addresses.
func TestBeaconLeavesThePortToOthers(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "10.77.0.1/24 fd77::1/64", "10.77.0.2/24 fd77::2/64")
	startHost(t, ours, "Neighbourly", "abc1", "NO_MDNS=1")
	browser := start(t, theirs, "browse", "NO_MDNS=1")
	awaitGame(t, browser, 0, "Neighbourly")
	sockets := ours.Run("ss", "-Hlun", "sport = :8666")
	for _, want := range []string{"10.77.0.255:8666", "[ff02::1]%eth0:8666"} {
		if !strings.Contains(sockets, want) {
			t.Errorf("the beacon does not listen at %s:\n%s", want, sockets)
		}
	}
	for _, wildcard := range []string{"*:8666", "0.0.0.0:8666", "[::]:8666"} {
		if strings.Contains(sockets, " "+wildcard) {
			t.Errorf("the beacon takes all of the port, %s:\n%s", wildcard, sockets)
		}
	}
}

func TestFoundByProbeAndByTypedAddressOnly(t *testing.T) {
	t.Parallel()
	m := netlab.New(t).Neighbours("10.77.0.201/24", "10.77.0.2/24", "10.77.0.202/24")
	ours, theirs, moved := m[0], m[1], m[2]
	startHost(t, ours, "Silent", "abc1", "NO_MDNS=1", "NO_BEACON=1")
	startHost(t, moved, "At the next port", "abc2", "PORT=8667", "NO_MDNS=1", "NO_BEACON=1")
	browser := start(t, theirs, "browse")
	began := time.Now()
	browser.Say("probe")
	browser.Await(patience, "the probe's end", func(line string) bool { return line == "probed [10.77.0.0/24] 253 2 <nil>" })
	t.Logf("a /24 probed in %v", time.Since(began))
	if game := awaitGame(t, browser, 0, "Silent"); game.Source != "probe" {
		t.Errorf("found %+v", game)
	}
	if game := awaitGame(t, browser, 0, "At the next port"); game.Source != "probe" || game.URL != "http://10.77.0.202:8667/" {
		t.Errorf("found %+v", game)
	}
	browser.Say("check 10.77.0.201")
	browser.Await(patience, "the typed address", func(line string) bool { return line == "checked Silent <nil>" })
	browser.Say("check 10.77.0.202:8666")
	browser.Await(patience, "the wrong address", func(line string) bool {
		return strings.HasPrefix(line, "checked  nothing answers at 10.77.0.202:8666")
	})
}

func TestKilledHostIsDropped(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "10.77.0.1/24", "10.77.0.2/24")
	browser := start(t, theirs, "browse")
	began := time.Now()
	host := startHost(t, ours, "Mortal", "abc1")
	game := awaitGame(t, browser, 0, "Mortal")
	t.Logf("appeared after %v (%s), ping %v ms", time.Since(began), game.Source, game.Ping)
	mark := browser.Mark()
	began = time.Now()
	host.Kill()
	browser.AwaitAfter(mark, patience, "the end of the game", func(line string) bool {
		list, ok := games(line)
		return ok && len(list) == 0
	})
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("dropped after %v, want 15 s at most", took)
	} else {
		t.Logf("dropped after %v", took)
	}
}

func TestNewInterfaceIsAnnouncedOn(t *testing.T) {
	t.Parallel()
	lab := netlab.New(t)
	first, second, host, peer := lab.LAN(), lab.LAN(), lab.Machine(), lab.Machine()
	host.Plug("eth0", first, "10.77.0.1/24")
	peer.Plug("eth0", second, "192.168.78.2/24")
	p := startHost(t, host, "Roaming", "abc1", "NO_BEACON=1")
	awaitAnnounced(t, p, "Roaming", "roaming.local")
	browser := start(t, peer, "browse", "NO_BEACON=1")
	browser.Await(patience, "an empty list", func(line string) bool { return line == "games []" })
	began := time.Now()
	host.Plug("eth1", second, "192.168.78.1/24")
	if game := awaitGame(t, browser, 0, "Roaming"); game.URL != "http://192.168.78.1:8666/" {
		t.Errorf("found at %s", game.URL)
	}
	t.Logf("found on the new network after %v", time.Since(began))

	// The first address is removed: the host can be found only at the second.
	host.Unplug("eth0")
	again := start(t, peer, "browse", "NO_BEACON=1")
	if game := awaitGame(t, again, 0, "Roaming"); game.URL != "http://192.168.78.1:8666/" || len(game.Addresses) != 1 {
		t.Errorf("found at %v", game.Addresses)
	}
}

func TestFoundWithIPv6Only(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "fd77::1/64", "fd77::2/64")
	env := theirs.Avahi("theirs")
	host := startHost(t, ours, "Six", "abc1", "NO_BEACON=1")
	awaitAnnounced(t, host, "Six", "six.local")
	browser := start(t, theirs, "browse", "NO_BEACON=1")
	if game := awaitGame(t, browser, 0, "Six"); game.URL != "http://[fd77::1]:8666/" {
		t.Errorf("found at %s", game.URL)
	}
	if out, err := theirs.Output(env, "avahi-resolve", "-6", "-n", "six.local"); err != nil || !strings.Contains(out, "fd77::1") {
		t.Errorf("the host's name: %q, %v", out, err)
	}
}

func TestSecondOfANameTakesAnother(t *testing.T) {
	t.Parallel()
	machines := netlab.New(t).Neighbours("10.77.0.1/24", "10.77.0.2/24", "10.77.0.3/24", "10.77.0.4/24")
	hosts := []*netlab.Process{startHost(t, machines[0], "Party", "zzz")}
	awaitAnnounced(t, hosts[0], "Party", "party.local")
	// Two more addresses, at once.
	for i := 1; i < 3; i++ {
		hosts = append(hosts, startHost(t, machines[i], "Party", fmt.Sprintf("aaa%d", i)))
	}
	browser := start(t, machines[3], "browse", "NO_BEACON=1")
	for _, name := range []string{"Party", "Party (2)", "Party (3)"} {
		awaitGame(t, browser, 0, name)
	}
	if out := hosts[0].Output(); strings.Contains(out, "(2)") {
		t.Errorf("the first one gave way:\n%s", out)
	}
}

func TestHeldPortIsOneWarningAndNoMore(t *testing.T) {
	t.Parallel()
	ours, theirs := neighbours(t, "10.77.0.1/24", "10.77.0.2/24")
	hog := start(t, ours, "hog")
	hog.Await(patience, "the hog", func(line string) bool { return line == "hogging" })
	host := startHost(t, ours, "Squeezed", "abc1")
	browser := start(t, theirs, "browse")
	if game := awaitGame(t, browser, 0, "Squeezed"); game.Source != "beacon" {
		t.Errorf("found %+v", game)
	}
	host.Await(patience, "a warning", func(line string) bool { return strings.Contains(line, "cannot be announced over mDNS") })
	// The port becomes free: the next retry succeeds.
	hog.Kill()
	awaitAnnounced(t, host, "Squeezed", "squeezed.local")
	if n := len(regexp.MustCompile(`level=(WARN|ERROR)`).FindAllString(host.Output(), -1)); n != 1 {
		t.Errorf("%d warnings, want one:\n%s", n, host.Output())
	}
}

// TestCyclesLeaveNothingBehind starts and stops a thousand times, on three machines that do
// not hear each other.
func TestCyclesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	lab := netlab.New(t)
	var runs []*netlab.Process
	for range 3 {
		m := lab.Machine()
		m.Plug("eth0", lab.LAN(), "10.77.0.1/24", "fd77::1/64")
		runs = append(runs, start(t, m, "cycles"))
	}
	total := 0
	for _, p := range runs {
		line := p.Await(4*patience, "the cycles' end", func(line string) bool { return strings.HasPrefix(line, "cycles ") })
		t.Log(line)
		var cycles int
		var before, after usage
		if _, err := fmt.Sscanf(line, "cycles %d, goroutines %d to %d, files %d to %d", &cycles, &before.Goroutines, &after.Goroutines, &before.Files, &after.Files); err != nil {
			t.Fatal(err)
		}
		total += cycles
		if after.Goroutines > before.Goroutines || after.Files > before.Files {
			t.Errorf("%d cycles left %+v of %+v", cycles, after, before)
		}
		if strings.Contains(p.Output(), "DATA RACE") {
			t.Error("a race")
		}
	}
	if total < 1000 {
		t.Errorf("%d cycles, want a thousand", total)
	}
}
