//go:build unix

package host

import (
	"slices"
	"testing"
)

func TestResolvConf(t *testing.T) {
	got := parseResolvConf("# search no.example\nnameserver 10.0.0.1\ndomain one.example\nsearch fritz.box  two.example\noptions edns0\nsearch\n")
	if want := []string{"fritz.box", "two.example"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
