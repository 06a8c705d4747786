package replay

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"doomhost/internal/jobqueue"
	"doomhost/lockstep"
)

// One address sends a thousand requests to each route, a hundred at a time. Another sends
// one request after the other, and each succeeds. The host's memory stays bounded.
func TestFloodOfOneAddressIsBounded(t *testing.T) {
	const (
		requests, atOnce = 1000, 100
		recordings       = 5
		tics             = 20_000
	)
	file, bundles := sample(t, tics)
	queue := jobqueue.New(jobqueue.Config{Bytes: 4 << 20, BytesAddress: 1 << 20})
	s := NewStore(Config{Dir: t.TempDir(), Limit: 1 << 30, Queue: queue, Log: slog.New(slog.DiscardHandler)})
	var ids []string
	for n := range recordings {
		ids = append(ids, fmt.Sprintf("20260101-00000%d", n))
		if err := os.WriteFile(s.path(ids[n]), file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := handler(s)
	routes := []string{"/tics?from=0&count=1", "/tics?from=19000&count=1000", "/tics?from=7000&count=4096",
		"/snapshot?tic=9000", "", ".lmp"}
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	for _, route := range routes {
		s.inflated.Store(0)
		var (
			flood           sync.WaitGroup
			next            atomic.Int32
			served, refused atomic.Int32
			most            atomic.Int64
			unpacked        = s.inflated.Load
		)
		for range atOnce {
			flood.Go(func() {
				for n := next.Add(1); n <= requests; n = next.Add(1) {
					w := get(h, "192.0.2.1", "/api/replays/"+ids[int(n)%recordings]+route, "gzip")
					switch {
					case w.Code == http.StatusOK:
						served.Add(1)
					case w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") != "" &&
						strings.Contains(w.Body.String(), "try again"):
						refused.Add(1)
					default:
						t.Errorf("%s: %d %s", route, w.Code, w.Body)
						return
					}
					most.Store(max(most.Load(), queue.Held()))
				}
			})
		}
		for n := range 10 {
			w := get(h, "192.0.2.2", fmt.Sprintf("/api/replays/%s/tics?from=%d&count=100", ids[n%recordings], 1000*n))
			wanted := bundles[1000*n*lockstep.BundleSize:][:100*lockstep.BundleSize]
			if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), wanted) {
				t.Errorf("%s: another address is answered %d, %d bytes", route, w.Code, w.Body.Len())
			}
		}
		flood.Wait()
		if n := served.Load() + refused.Load(); n != requests || served.Load() == 0 {
			t.Errorf("%s: %d answers, %d of them refuse", route, n, refused.Load())
		}
		if most.Load() > 2<<20 {
			t.Errorf("%s: %d bytes were held", route, most.Load())
		}
		if strings.HasPrefix(route, "/tics?from=0") {
			if perRequest := unpacked() / int64(served.Load()+10) / bundleRest; perRequest > blockTics+100 {
				t.Errorf("%s: %d tics were unpacked for each", route, perRequest)
			}
		}
		t.Logf("%q: %d served, %d refused, %d bytes held at most", route, served.Load(), refused.Load(), most.Load())
	}
	if held, grown := queue.Held(), heap()-before; held != 0 || grown > 8<<20 {
		t.Errorf("%d bytes are held still, and the heap has grown by %d", held, grown)
	}
}
