package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"doomhost/internal/qr"
	"doomhost/internal/version"
)

// terminal shows the host's user the game's addresses, and follows the machine from network
// to network. One goroutine at a time uses it.
type terminal struct {
	out   io.Writer
	o     *options
	port  int
	shown roaming
}

// welcome shows the game's addresses. local is the URL of the host's own page.
func (t *terminal) welcome(local string) {
	addrs := t.o.reachable()
	t.shown.start(addrs)
	fmt.Fprintf(t.out, "doomhost %s: %s\n%sYour page:\n  %s\n%s", version.String(), t.o.name, t.list(addrs), local, t.code(addrs))
}

// list lists the addresses for other players, one a line.
func (t *terminal) list(addrs []netip.Addr) string {
	if len(addrs) == 0 {
		return "No other machine can reach this one. Join a network; doomhost can keep running:\n" +
			"the address will appear here and on your page.\n"
	}
	var b strings.Builder
	b.WriteString("Other players open one of these addresses in a browser:\n")
	for _, a := range addrs {
		fmt.Fprintf(&b, "  %s\n", t.url(a))
	}
	return b.String()
}

// code returns the QR code of the best address, or "" if it cannot or should not be drawn.
func (t *terminal) code(addrs []netip.Addr) string {
	if len(addrs) == 0 || t.o.noQR || !draws(t.out) {
		return ""
	}
	code, err := qr.Encode(t.url(addrs[0]))
	if err != nil {
		return "" // the list shows the address
	}
	return code.Terminal()
}

// draws reports whether out is a terminal with colours.
func draws(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (t *terminal) url(a netip.Addr) string {
	return "http://" + net.JoinHostPort(a.String(), strconv.Itoa(t.port)) + "/"
}

// followEvery is the interval between checks of the addresses.
const followEvery = 2 * time.Second

// follow shows the result of the self-test. Whenever the addresses change, it shows them
// and the new result, until ctx is done.
func (t *terminal) follow(ctx context.Context, test *tester) {
	t.verdict(ctx, test)
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if addrs := t.o.reachable(); t.shown.others(addrs) {
			fmt.Fprint(t.out, "\nThe network has changed.\n", t.list(addrs), t.code(addrs))
			t.verdict(ctx, test)
		}
	}
}

func (t *terminal) verdict(ctx context.Context, test *tester) {
	r := test.result(ctx)
	if ctx.Err() != nil {
		return
	}
	text := r.Line + "\n"
	if r.Advice != "" {
		text += "  " + r.Advice + "\n"
	}
	fmt.Fprint(t.out, text)
}

// roaming detects when the shown addresses are out of date. It is pure.
type roaming struct {
	told []netip.Addr // the shown addresses
	last []netip.Addr // the addresses of the last check
}

// start sets the addresses that are shown at first.
func (r *roaming) start(addrs []netip.Addr) { r.told, r.last = matter(addrs), matter(addrs) }

// others takes the current addresses and reports whether to show them: they differ from the
// shown ones and have been the same for two checks, because a machine that changes networks
// has no address for a moment.
func (r *roaming) others(addrs []netip.Addr) bool {
	now := matter(addrs)
	stays := slices.Equal(now, r.last)
	r.last = now
	if !stays || slices.Equal(now, r.told) {
		return false
	}
	r.told = now
	return true
}

// matter drops IPv6 addresses if there are IPv4 ones: temporary IPv6 addresses change
// daily, and nobody types them.
func matter(addrs []netip.Addr) []netip.Addr {
	var v4 []netip.Addr
	for _, a := range addrs {
		if a.Is4() {
			v4 = append(v4, a)
		}
	}
	if len(v4) > 0 {
		return v4
	}
	return addrs
}
