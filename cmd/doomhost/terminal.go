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

// terminal tells who started the host where the game is, and follows the
// machine from network to network. One goroutine at a time uses it.
type terminal struct {
	out   io.Writer
	o     *options
	port  int
	shown roaming
}

// welcome shows where the game is. local is the host's own way to it.
func (t *terminal) welcome(local string) {
	addrs := t.o.reachable()
	t.shown.start(addrs)
	fmt.Fprintf(t.out, "doomhost %s: %s\n%sYou open:\n  %s\n%s", version.String(), t.o.name, t.list(addrs), local, t.code(addrs))
}

// list is for whom the addresses are, one a line.
func (t *terminal) list(addrs []netip.Addr) string {
	if len(addrs) == 0 {
		return "This machine is in no network that others reach it by. Join one; nothing needs to be started again:\n" +
			"the address appears here and on your page.\n"
	}
	var b strings.Builder
	b.WriteString("Others open one of these in a browser:\n")
	for _, a := range addrs {
		fmt.Fprintf(&b, "  %s\n", t.url(a))
	}
	return b.String()
}

// code is the QR code of the best address, if one is wanted.
func (t *terminal) code(addrs []netip.Addr) string {
	if len(addrs) == 0 || t.o.noQR || !draws(t.out) {
		return ""
	}
	code, err := qr.Encode(t.url(addrs[0]))
	if err != nil {
		return "" // the address is there in words
	}
	return code.Terminal()
}

// draws reports whether what is written there is seen in colours.
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

// followEvery is how often the addresses are looked at.
const followEvery = 2 * time.Second

// follow says what the self-test found, and shows the addresses again, and the
// test's result, whenever they are others, until ctx is done.
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
			fmt.Fprint(t.out, "\nThe network is another now.\n", t.list(addrs), t.code(addrs))
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

// roaming notices that people need to be told another address. It is pure.
type roaming struct {
	told []netip.Addr // what people were told
	last []netip.Addr // what there was at the last look
}

// start takes what people are told at first.
func (r *roaming) start(addrs []netip.Addr) { r.told, r.last = matter(addrs), matter(addrs) }

// others takes what there is now and reports whether it is worth telling: it is
// not what people were told, and stays for two looks, as a machine that changes
// networks has no address for a moment.
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

// matter leaves out IPv6 where there is IPv4: those that are made up for
// privacy change each day, and nobody types them.
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
