package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
	"doomhost/internal/testkit/testfiles"
)

// Tests over networks start this binary again in one of these roles on each machine of a
// lab.
func TestMain(m *testing.M) {
	netlab.Main(m, map[string]func(){
		"doomhost": func() { os.Exit(run(nil)) },
		"fetch":    fetchRole,
		"stubborn": stubbornRole,
	})
}

// fetchRole reads addresses and prints the content of each on one line.
func fetchRole() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		body := "nothing"
		if resp, err := http.Get(in.Text()); err == nil {
			data, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			body = strings.Join(strings.Fields(string(data)), " ")
		}
		fmt.Println("fetched", body)
	}
}

// labPatience bounds every wait; a wait on an idle machine needs a small part of it.
const labPatience = 30 * time.Second

// machine is a machine with a doomhost and a client.
type machine struct {
	t     *testing.T
	host  *netlab.Process
	fetch *netlab.Process
}

func startDoomhost(t *testing.T, m *netlab.Machine, flags ...string) machine {
	t.Helper()
	state := testfiles.ShortDir(t)
	args := append([]string{"--no-open", "--log", "error"}, flags...)
	on := machine{
		t:     t,
		host:  m.Act("doomhost", []string{"XDG_STATE_HOME=" + state, "DISPLAY=", "WAYLAND_DISPLAY="}, args...),
		fetch: m.Act("fetch", nil),
	}
	on.host.Await(labPatience, "the host", func(line string) bool { return strings.Contains(line, "/#host=") })
	return on
}

// get requests path from the machine's own host until the answer matches fits.
func (m machine) get(path, fits string) string {
	m.t.Helper()
	pattern := regexp.MustCompile(fits)
	for began := time.Now(); time.Since(began) < labPatience; {
		mark := m.fetch.Mark()
		m.fetch.Say("http://localhost:8666" + path)
		line := m.fetch.AwaitAfter(mark, labPatience, "an answer", func(line string) bool { return strings.HasPrefix(line, "fetched ") })
		if pattern.MatchString(line) {
			return line
		}
		time.Sleep(50 * time.Millisecond) // a lab has a real clock and no event to wait for
	}
	m.t.Fatalf("%s never answers %s", path, fits)
	return ""
}

func TestNoMDNSStillListsOtherGames(t *testing.T) {
	t.Parallel()
	m := netlab.New(t).Neighbours("10.77.0.1/24", "10.77.0.2/24", "10.77.0.3/24")
	loud := startDoomhost(t, m[0], "--no-qr", "--name", "Loud")
	quiet := startDoomhost(t, m[1], "--no-qr", "--name", "Quiet", "--no-mdns")
	quiet.get("/api/games", `"name":"Loud"[^}]*"source":"mdns\+beacon"`)
	// By now every listener has heard a host that started after the quiet one.
	startDoomhost(t, m[2], "--no-qr", "--name", "Third")
	if line := loud.get("/api/games", `"name":"Third"`); strings.Contains(line, "Quiet") {
		t.Errorf("the list contains the quiet host: %s", line)
	}
}

func TestTerminalFollowsTheNetwork(t *testing.T) {
	t.Parallel()
	lab := netlab.New(t)
	lan, m := lab.LAN(), lab.Machine()
	on := startDoomhost(t, m, "--no-mdns")
	if out := on.host.Output(); !strings.Contains(out, "doomhost can keep running") || strings.Contains(out, "\u2580") {
		t.Errorf("offline it prints\n%s", out)
	}
	mark := on.host.Mark()
	m.Plug("eth0", lan, "10.77.0.1/24")
	on.host.AwaitAfter(mark, labPatience, "the address", func(line string) bool { return line == "  http://10.77.0.1:8666/" })
	on.host.AwaitAfter(mark, labPatience, "the self-test", func(line string) bool {
		return strings.HasPrefix(line, "The game answers at http://10.77.0.1:8666/")
	})
	on.get("/api/info", `"addresses":\["http://10.77.0.1:8666"\]`)
	mark = on.host.Mark()
	m.Unplug("eth0")
	on.host.AwaitAfter(mark, labPatience, "that it is offline", func(line string) bool { return strings.Contains(line, "not connected to a network") })
}

func TestVPNAddressIsShown(t *testing.T) {
	t.Parallel()
	lab := netlab.New(t)
	lan, m := lab.LAN(), lab.Machine()
	m.Plug("tailscale0", lan, "100.99.1.2/24")
	on := startDoomhost(t, m, "--all-interfaces")
	on.host.Await(labPatience, "the address", func(line string) bool { return line == "  http://100.99.1.2:8666/" })
	on.get("/api/info", `"addresses":\["http://100.99.1.2:8666"\]`)
	on.get("/api/selftest", `"url":"http://100.99.1.2:8666/","ok":true`)
}
