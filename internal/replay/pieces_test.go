package replay

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"doomhost/internal/referee"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// shelve makes a store with one file.
func shelve(t testing.TB, file []byte) (s *Store, id string) {
	t.Helper()
	id = "20260101-000000"
	s = NewStore(Config{Dir: t.TempDir(), Limit: 1 << 30, Log: slog.New(slog.DiscardHandler)})
	if err := os.WriteFile(s.path(id), file, 0o644); err != nil {
		t.Fatal(err)
	}
	return s, id
}

// handler serves the store's handlers as a host does.
func handler(s *Store) http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range s.Handlers() {
		mux.Handle(pattern, h)
	}
	return mux
}

// get sends a request as a client at addr that accepts the given encodings, or none.
func get(h http.Handler, addr, path string, encodings ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.RemoteAddr = addr + ":1000"
	r.Header["Accept-Encoding"] = encodings
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const somebody = "192.0.2.7"

// formats returns files of both versions of the format, with the same 5,000 tics.
func formats(t *testing.T) (files map[string][]byte, bundles []byte) {
	t.Helper()
	now, bundles := sample(t, 5000)
	old, err := os.ReadFile(filepath.Join("testdata", "version1.dhr"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join("testdata", "version2.dhr"))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(now, []byte{kindIndex})
	x := readIndex(bytes.NewReader(now), int64(len(now)))
	if x == nil || at < 0 {
		t.Fatal("the file has no index")
	}
	return map[string][]byte{
		"version 1":                  old,
		"version 2":                  now,
		"version 2 of a while ago":   kept,
		"version 2 without an index": now[:x.end],
	}, bundles
}

func TestPiecesAreTheFile(t *testing.T) {
	files, bundles := formats(t)
	for name, file := range files {
		whole, err := Read(bytes.NewReader(file))
		if err != nil || !bytes.Equal(whole.Bundles(0, MaxTics), bundles) || whole.End == nil {
			t.Fatalf("%s: read at once: %v, %d tics", name, err, whole.Tics())
		}
		s, id := shelve(t, file)
		h := handler(s)
		for _, first := range []int{0, 1, 29, 2047, 2048, 2100, 4095, 4096, 4999, 5000, 6000} {
			for _, count := range []int{1, 30, 2048, maxRun} {
				w := get(h, somebody, fmt.Sprintf("/api/replays/%s/tics?from=%d&count=%d", id, first, count))
				want := bundles[min(first, 5000)*lockstep.BundleSize : min(first+count, 5000)*lockstep.BundleSize]
				if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), want) || w.Header().Get("X-Doomhost-Tics") != "5000" {
					t.Fatalf("%s, %d tics from %d: %d, %d bytes", name, count, first, w.Code, w.Body.Len())
				}
			}
		}
		if len(whole.Snapshots) < 10 {
			t.Fatalf("%s: %d snapshots", name, len(whole.Snapshots))
		}
		for _, s := range whole.Snapshots {
			path := fmt.Sprintf("/api/replays/%s/snapshot?tic=%d", id, s.Tic)
			w := get(h, somebody, path, "gzip")
			if w.Header().Get("X-Doomhost-Tic") != strconv.Itoa(int(s.Tic)) || !bytes.Equal(w.Body.Bytes(), s.Packed) {
				t.Fatalf("%s: the state of tic %d: %d %v", name, s.Tic, w.Code, w.Header())
			}
			// These snapshots do not hold packed data, so they cannot be unpacked.
			if w := get(h, somebody, path); w.Code != http.StatusInternalServerError {
				t.Fatalf("%s: the state of tic %d, unpacked: %d", name, s.Tic, w.Code)
			}
		}
	}
}

// The index must match the heads of the records.
func TestIndexIsWhatAWalkFinds(t *testing.T) {
	file, _ := sample(t, 5000)
	f := bytes.NewReader(file)
	at := readIndex(f, int64(len(file)))
	if at == nil {
		t.Fatal("there is no index")
	}
	header := bytes.NewReader(file)
	if _, err := readHeader(header); err != nil {
		t.Fatal(err)
	}
	walked := index{end: int64(len(file) - header.Len())}
	walked.walk(f, int64(len(file)))
	if fmt.Sprint(walked) != fmt.Sprint(*at) {
		t.Errorf("walked %v\nindex  %v", walked, *at)
	}
	if len(at.blocks) < 3 || at.tics != 5000 || !at.complete {
		t.Errorf("%d tics in %d blocks, complete: %v", at.tics, len(at.blocks), at.complete)
	}
	// With one wrong byte in the index, the store falls back to the heads of the records.
	for i := at.end; i < int64(len(file)); i++ {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x40
		if n := tics(t, damaged); n != 5000 {
			t.Fatalf("byte %d wrong: %d tics", i, n)
		}
	}
}

// A request for a piece makes the host unpack only that piece.
func TestPieceCostsAPiece(t *testing.T) {
	file, _ := sample(t, 30_000)
	s, id := shelve(t, file)
	h := handler(s)
	for _, first := range []int{0, 15_000, 29_999} {
		before := s.inflated.Load()
		path := fmt.Sprintf("/api/replays/%s/tics?from=%d&count=1", id, first)
		if w := get(h, somebody, path); w.Body.Len() != lockstep.BundleSize {
			t.Fatalf("tic %d: %d, %d bytes", first, w.Code, w.Body.Len())
		}
		if n := (s.inflated.Load() - before) / bundleRest; n < 1 || n > blockTics+60 {
			t.Errorf("tic %d: %d tics were unpacked for it", first, n)
		}
	}
	before := s.inflated.Load()
	for _, path := range []string{"/api/replays", "/api/replays/" + id, "/api/replays/" + id + ".dhr",
		"/api/replays/" + id + "/snapshot?tic=7"} {
		get(h, somebody, path)
	}
	if n := s.inflated.Load() - before; n != 0 {
		t.Errorf("%d bytes of tics unpacked for what has no tics", n)
	}
}

// A recording with damage in the middle plays up to the damage.
func TestDamagedPieceEndsTheRecording(t *testing.T) {
	file, bundles := sample(t, 9000)
	x := readIndex(bytes.NewReader(file), int64(len(file)))
	if x == nil || len(x.blocks) < 4 {
		t.Fatalf("index: %+v", x)
	}
	damaged := bytes.Clone(file)
	damaged[x.blocks[2].offset+recordHead+ticsHead+2] ^= 1
	s, id := shelve(t, damaged)
	h := handler(s)
	good := int(x.blocks[2].tic)
	ask := func(from, count, want int) {
		t.Helper()
		w := get(h, somebody, fmt.Sprintf("/api/replays/%s/tics?from=%d&count=%d", id, from, count))
		wanted := bundles[from*lockstep.BundleSize:][:want*lockstep.BundleSize]
		if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), wanted) {
			t.Errorf("%d tics from %d: %d, %d bytes, want %d tics", count, from, w.Code, w.Body.Len(), want)
		}
	}
	ask(good-100, 100, 100)
	ask(good-100, 500, 100)
	ask(good, 10, 0)
	w := get(h, somebody, fmt.Sprintf("/api/replays/%s/tics?from=0&count=1", id))
	if got := w.Header().Get("X-Doomhost-Tics"); got != strconv.Itoa(good) {
		t.Errorf("it is said to have %s tics, and has %d", got, good)
	}
}

// The store reads a running session while it is being written.
func TestRecordingGrows(t *testing.T) {
	_, bundles := sample(t, 6000)
	s := NewStore(Config{Dir: t.TempDir(), Limit: 1 << 30, Log: slog.New(slog.DiscardHandler)})
	const id = "20260101-000000"
	w, err := create(s.path(id), &Header{Params: wire.DefaultParams()})
	if err != nil {
		t.Fatal(err)
	}
	h := handler(s)
	for first := 0; first < 6000; first += 500 {
		if err := w.tics(bundles[first*lockstep.BundleSize:][:500*lockstep.BundleSize]); err != nil {
			t.Fatal(err)
		}
		if err := w.snapshot(referee.Snapshot{Tic: w.next, Packed: []byte("state")}); err != nil {
			t.Fatal(err)
		}
		got := get(h, somebody, fmt.Sprintf("/api/replays/%s/tics?from=%d&count=500", id, first))
		if !bytes.Equal(got.Body.Bytes(), bundles[first*lockstep.BundleSize:][:500*lockstep.BundleSize]) {
			t.Fatalf("from %d: %d, %d bytes", first, got.Code, got.Body.Len())
		}
	}
	if err := w.end(&End{Tics: 6000}); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	rec, f, err := s.open(id)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if rec.tics != 6000 || !rec.complete || len(rec.snapshots) != 12 {
		t.Errorf("%d tics, %d snapshots, complete: %v", rec.tics, len(rec.snapshots), rec.complete)
	}
}

// A demo sent in pieces equals the demo made at once.
func TestDemoInPiecesIsTheDemo(t *testing.T) {
	files, _ := formats(t)
	long, _ := sample(t, 10_000)
	files["of three pieces"] = long
	for name, file := range files {
		rep, err := Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := rep.Demo()
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, ownNote...)
		s, id := shelve(t, file)
		w := get(handler(s), somebody, "/api/replays/"+id+".lmp")
		if !bytes.Equal(w.Body.Bytes(), want) || w.Header().Get("Content-Length") != strconv.Itoa(len(want)) ||
			w.Header().Get("X-Doomhost-Tics") != strconv.Itoa(len(d.Tics)) || len(d.Tics) != rep.Tics() {
			t.Errorf("%s: %d bytes of %d, %d tics of %d, %v", name, w.Body.Len(), len(want), len(d.Tics), rep.Tics(), w.Header())
		}
		if s.cfg.Queue.Held() != 0 {
			t.Errorf("%s: %d bytes are held still", name, s.cfg.Queue.Held())
		}
	}
}
