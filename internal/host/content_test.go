package host

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doomhost/lockstep"
)

// wadOf returns the game in a lobby message's params.
func wadOf(m map[string]any) any { return m["params"].(map[string]any)["wad"] }

// When the first game arrives, in whichever way, the host fills in the settings of a lobby
// without a game, and tells every client.
func TestFirstGameFillsTheLobbySettings(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{})
	host, guest := h.dial("/ws/lobby"), h.dial("/ws/lobby")
	if wad := wadOf(host.hear("roster", nil)); wad != "" {
		t.Fatalf("a lobby without WADs has the game %v", wad)
	}
	if onMap := h.Info().Map; onMap != "" {
		t.Errorf("without a game the map is %s", onMap)
	}
	guest.hear("welcome", nil)
	host.say(`{"t":"start"}`)
	if reason := host.hear("error", nil)["reason"].(string); !strings.Contains(reason, "get Freedoom or add a WAD") {
		t.Errorf("the start is refused with %q", reason)
	}
	if err := os.WriteFile(filepath.Join(dir, "first.wad"), tinyWAD("IWAD", "MAP05", "THINGS"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code := h.post("/api/wads/reload", "hosttoken"); code != http.StatusOK {
		t.Fatal(code)
	}
	for _, c := range []*client{host, guest} {
		c.hear("roster", func(m map[string]any) bool {
			p := m["params"].(map[string]any)
			id, _ := p["wadId"].(string)
			return p["wad"] == "first.wad" && p["map"] == 5.0 && len(id) == 64
		})
	}
	// A second game, or an add-on, does not change a playable choice.
	file := bytes.NewReader(tinyWAD("IWAD", "E1M1", "THINGS"))
	if code, _, err := h.upload("second.wad", "hosttoken", file); err != nil || code != 200 {
		t.Fatal(code, err)
	}
	if p := h.catalog.Load().Refit(h.room.State().Params); p.WAD != "first.wad" {
		t.Errorf("with a second game the choice is %s", p.WAD)
	}
	// A lobby whose game is gone gets another one.
	if err := os.Remove(filepath.Join(dir, "first.wad")); err != nil {
		t.Fatal(err)
	}
	h.post("/api/wads/reload", "hosttoken")
	guest.hear("roster", func(m map[string]any) bool { return wadOf(m) == "second.wad" })
	guest.say(`{"t":"start"}`)
	guest.hear("launch", nil)
}

// Files that come and go do not change a running game; the lobby follows after it.
func TestAddedFilesDoNotChangeARunningGame(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{})
	file := bytes.NewReader(tinyWAD("IWAD", "E1M1", "THINGS"))
	if code, _, err := h.upload("one.wad", "hosttoken", file); err != nil || code != 200 {
		t.Fatal(code, err)
	}
	players := h.launch(1)
	game := h.play(players[0], 0)
	step := func(from, to lockstep.Tic) {
		for tic := from; tic < to; tic++ {
			game.send(tic, 1)
			game.bundle(tic)
		}
	}
	step(0, 20)
	file = bytes.NewReader(tinyWAD("IWAD", "MAP01", "THINGS"))
	if code, _, err := h.upload("two.wad", "hosttoken", file); err != nil || code != 200 {
		t.Fatal(code, err)
	}
	if err := os.Remove(filepath.Join(dir, "one.wad")); err != nil {
		t.Fatal(err)
	}
	h.post("/api/wads/reload", "hosttoken")
	step(20, 40)
	late := h.dial("/ws/lobby")
	if wad := wadOf(late.hear("inprogress", nil)); wad != "one.wad" {
		t.Errorf("the running game became %v", wad)
	}
	h.post("/api/control/stop", "hosttoken")
	late.hear("roster", func(m map[string]any) bool { return m["inGame"] == false && wadOf(m) == "two.wad" })
}
