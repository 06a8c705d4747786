package main

import (
	"context"
	"net/netip"
	"testing"

	"doomhost/internal/network/selftest"
)

func TestSelfTestRunsAgainOnAnotherNetwork(t *testing.T) {
	now, runs := addresses("10.0.0.1"), 0
	test := tester{
		addresses: func() []netip.Addr { return now },
		run: func(_ context.Context, of []netip.Addr) selftest.Result {
			runs++
			return selftest.Result{Line: of[0].String()}
		},
	}
	for _, c := range []struct {
		addresses string
		runs      int
	}{{"10.0.0.1", 1}, {"10.0.0.1", 1}, {"192.168.0.1", 2}, {"192.168.0.1", 2}, {"10.0.0.1", 3}} {
		now = addresses(c.addresses)
		if r := test.result(context.Background()); r.Line != c.addresses || runs != c.runs {
			t.Errorf("at %s the result is of %s, after %d tests; want %d", c.addresses, r.Line, runs, c.runs)
		}
	}
}
