package referee

import (
	"log/slog"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"doomhost/relay/wire"
)

// A choice that is tried during a game shares the game's WADs in memory.
func TestChoicesShareWADsInMemory(t *testing.T) {
	lib := library(t)
	wad, ok := lib.Default()
	if !ok {
		t.Fatal("no game in the library")
	}
	r := New(Config{Library: lib, Build: "test", Log: slog.New(slog.DiscardHandler)})
	first, err := r.readWAD(wad.ID)
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.readWAD(wad.ID)
	if err != nil {
		t.Fatal(err)
	}
	same := unsafe.SliceData(first.Data) == unsafe.SliceData(second.Data) && len(first.Data) == len(second.Data)
	if len(first.Data) == 0 || !same {
		t.Errorf("%d bytes were read twice", len(first.Data))
	}
	if _, err := r.open(&wire.Params{WADID: wad.ID, Episode: 1, Map: 1}); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(first)
	runtime.KeepAlive(second)

	// The referee keeps no WAD that nobody uses.
	first.Data, second.Data = nil, nil
	for end := time.Now().Add(30 * time.Second); ; runtime.GC() {
		if r.bytes.find(wad.ID) == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the WAD is never freed")
		}
	}
	r.bytes.note("another", make([]byte, 1))
	if _, there := r.bytes[wad.ID]; there {
		t.Error("wadBytes keeps an entry for a WAD that is gone")
	}
	if got := (wadBytes{}).find("none"); got != nil {
		t.Errorf("%d bytes of an empty WAD", len(got))
	}
}
