package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"doomhost/internal/testkit/testfiles"

	"github.com/chromedp/chromedp"
)

// get asks the host for something.
func (h *doomhost) get(path string) []byte {
	h.t.Helper()
	response, err := http.Get(h.url("localhost") + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %s %s %v", path, response.Status, data, err)
	}
	return data
}

// getJSON asks the host for something in JSON.
func (h *doomhost) getJSON(path string, v any) {
	h.t.Helper()
	if err := json.Unmarshal(h.get(path), v); err != nil {
		h.t.Fatalf("%s: %v", path, err)
	}
}

// TestSpoiledStateIsToldAndWrittenDown spoils one bit of a page's state: the lobby is told
// within a second, both states are written down, and the page goes on with the
// host's state without leaving the game.
func TestSpoiledStateIsToldAndWrittenDown(t *testing.T) {
	beside(t, 2)
	host, green, indigo, _, native := pair(t)
	drive(2*time.Second, green, indigo)
	indigo.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.desyncs = [];
		window.outs = 0;
		const before = window.doomhost.tic;
		window.spoiledAt = before;
		dispatchEvent(new Event("doomhost-desync"));
		const timer = setInterval(() => {
			if (window.doomhost.screen.game?.outOfStep && window.outs === 0) { window.outs = window.doomhost.tic; clearInterval(timer); }
		}, 1);
	})()`))
	indigo.await(5*time.Second, "the host to notice", `window.outs > 0 || window.doomhost.resynced > 0`)
	indigo.await(10*time.Second, "to be resynced", `window.doomhost.resynced > 0 && !window.doomhost.screen.game.outOfStep`)
	spoiled, told := eval[int](indigo, "window.spoiledAt"), 0
	if m := regexp.MustCompile(`"found at"=(\d+)`).FindStringSubmatch(host.output()); m != nil {
		told, _ = strconv.Atoi(m[1])
	}
	if told <= spoiled || told-spoiled > ticsASecond {
		t.Errorf("spoiled at tic %d, told at tic %d", spoiled, told)
	}
	begin := indigo.tic() + 5
	drive(3*time.Second, green, indigo)
	for _, p := range []*page{green, indigo} {
		native.agree(p, begin, 2*ticsASecond)
	}
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	var files []string
	for deadline := time.Now().Add(15 * time.Second); len(files) == 0 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		files, _ = filepath.Glob(filepath.Join(host.data, "doomhost", "desync", "*-Indigo.zip"))
	}
	if len(files) != 1 {
		t.Fatalf("files about the difference: %v", files)
	}
	inside := testfiles.Unzip(t, files[0])
	var summary struct{ ClientStateHash, HostStateHash, Problem string }
	if err := json.Unmarshal(inside["incident.json"], &summary); err != nil {
		t.Fatal(err)
	}
	if summary.Problem != "" || summary.ClientStateHash == summary.HostStateHash || inside["client.state"] == nil || inside["host.state"] == nil {
		t.Errorf("the file says %s", inside["incident.json"])
	}
	var score struct{ Players []struct{ Health int } }
	host.getJSON("/api/session/score", &score)
	if len(score.Players) != 2 {
		t.Errorf("the score has %d players", len(score.Players))
	}
}
