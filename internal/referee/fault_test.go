package referee

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"doomhost/internal/room"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// If the engine fails, the host goes on, and its log says what is missing.
func TestEngineFaultEndsOnlyTheReferee(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Library: nil})
	m := &match{r: r, content: nil, game: &room.Game{Params: wire.DefaultParams()}}
	r.cfg.Dir = t.TempDir()
	m.record(&incident{}, []byte("state")) // an engine without content fails
	if !strings.Contains(log.String(), "desync report not saved") || !strings.Contains(log.String(), "stack") {
		t.Errorf("the log says %q", log.String())
	}
	log.Reset()
	func() {
		defer r.recoverEngine("the referee's engine failed")
		m.next = 7
		_ = m.step(make([]byte, lockstep.BundleSize)) // no engine at all
	}()
	if !strings.Contains(log.String(), "the referee's engine failed") {
		t.Errorf("the log says %q", log.String())
	}
}
