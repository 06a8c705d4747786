package host

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"doomhost/internal/content/wadlib"
	"doomhost/relay/wire"
)

// addOnWADs adds WADs for two games to those of testWADs, and returns their folder.
func addOnWADs(t *testing.T) string {
	t.Helper()
	dir := testWADs(t)
	for name, data := range map[string][]byte{
		"two.wad":  tinyWAD("IWAD", "MAP01", "THINGS", "MAP02", "THINGS"),
		"late.wad": tinyWAD("PWAD", "MAP33", "THINGS"),
		"both.wad": tinyWAD("PWAD", "MAP02", "THINGS", "E1M8", "THINGS"),
		"deh.wad":  tinyWAD("PWAD", "DEHACKED"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func libraryOf(dir string) *wadlib.Library {
	return wadlib.Open(wadlib.Config{Dirs: []string{dir}, Folder: dir, Log: slog.New(slog.DiscardHandler)})
}

// ids maps the names of the library's files to their ids.
func ids(t *testing.T, h *testHost) map[string]string {
	t.Helper()
	m := make(map[string]string)
	for _, w := range h.cfg.Library.List() {
		m[w.Name] = w.ID
	}
	if len(m) < 2 {
		t.Fatalf("the library has %v", m)
	}
	return m
}

func TestAddOnsAreCheckedAgainstGameAndLibrary(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Library: libraryOf(addOnWADs(t))})
	id := ids(t, h)
	list := func(names ...string) (l []string) {
		for _, n := range names {
			l = append(l, id[n])
		}
		return l
	}
	params := func(wad string, m int, pwads ...string) wire.Params {
		p := wire.DefaultParams()
		p.WAD, p.Map, p.PWADs = wad, m, list(pwads...)
		if wad != "" {
			p.WADID = id[wad]
		}
		return p
	}
	for _, c := range []struct {
		what   string
		p, was wire.Params
		m      int      // the resulting map
		addOns []string // the resulting add-ons
		reason string
	}{
		{"the add-on's map", params("game.wad", 9, "more.wad"), params("game.wad", 1), 9, []string{"more.wad"}, ""},
		{"the game's map with an add-on", params("game.wad", 2, "more.wad"), params("game.wad", 1), 2, []string{"more.wad"}, ""},
		{"an add-on without maps, for any game", params("two.wad", 2, "deh.wad"), params("two.wad", 2), 2, []string{"deh.wad"}, ""},
		{"an add-on for both games", params("two.wad", 2, "both.wad"), params("two.wad", 2), 2, []string{"both.wad"}, ""},
		{"in the requested order", params("game.wad", 9, "deh.wad", "both.wad", "more.wad"), params("game.wad", 1), 9, []string{"deh.wad", "both.wad", "more.wad"}, ""},
		{"a map that neither has", params("game.wad", 7, "more.wad"), params("game.wad", 1), 0, nil, "no add-on brings it: choose another map"},
		{"a map that the game lacks", params("game.wad", 7), params("game.wad", 1), 0, nil, "game.wad has no map E1M7: choose another map"},
		{"an add-on for another game", params("game.wad", 1, "late.wad"), params("game.wad", 1), 0, nil, "late.wad has MAP33 and the like, for another game than game.wad: choose"},
		{"the reverse", params("two.wad", 1, "more.wad"), params("two.wad", 1), 0, nil, "more.wad has E1M9 and the like"},
		{"a game as an add-on", params("game.wad", 1, "two.wad"), params("game.wad", 1), 0, nil, "choose it as the game"},
		{"the same add-on twice", params("game.wad", 1, "more.wad", "more.wad"), params("game.wad", 1), 0, nil, "more.wad is among the add-ons twice: leave one out"},
		{"another game drops unfit add-ons", params("two.wad", 9, "deh.wad", "more.wad", "both.wad"), params("game.wad", 9, "deh.wad", "more.wad", "both.wad"), 2, []string{"deh.wad", "both.wad"}, ""},
		{"another game with an unfit add-on", params("two.wad", 1, "more.wad"), params("game.wad", 1), 0, nil, "for another game"},
		{"the map is reset without its add-on", params("game.wad", 9), params("game.wad", 9, "more.wad"), 1, nil, ""},
		{"a game added after the lobby opened", params("", 1), params("", 1), 1, nil, ""},
	} {
		p := c.p
		err := h.catalog.Load().Fit(&p, c.was)
		if c.reason != "" {
			if err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("%s: %v, want %q", c.what, err, c.reason)
			}
			continue
		}
		if err != nil || p.Map != c.m || !slices.Equal(p.PWADs, list(c.addOns...)) || p.WADID == "" {
			t.Errorf("%s: %+v, %v", c.what, p, err)
		}
	}
	unknown := params("game.wad", 1)
	unknown.PWADs = []string{strings.Repeat("0", 64)}
	if err := h.catalog.Load().Fit(&unknown, params("game.wad", 1)); err == nil || !strings.Contains(err.Error(), "take it out of the add-ons") {
		t.Errorf("an unknown add-on: %v", err)
	}
	many := fmt.Sprintf(`{"t":"params","params":{"pwads":[%s]}}`, strings.TrimSuffix(strings.Repeat(`"`+id["more.wad"]+`",`, wire.MaxPWADs+1), ","))
	lobby := h.dial("/ws/lobby")
	lobby.say(many)
	if reason := lobby.hear("error", nil)["reason"].(string); !strings.Contains(reason, "at most 8") {
		t.Errorf("nine add-ons: %s", reason)
	}
}

// All eight add-ons fit into one lobby message, which reaches every client.
func TestEveryClientGetsTheAddOns(t *testing.T) {
	t.Parallel()
	dir := testWADs(t)
	for i := range wire.MaxPWADs {
		data := tinyWAD("PWAD", "DEHACKED", fmt.Sprintf("L%d", i))
		if err := os.WriteFile(fmt.Sprintf("%s/a%d.wad", dir, i), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := startHost(t, Config{Library: libraryOf(dir)})
	id := ids(t, h)
	var list []string
	for i := range wire.MaxPWADs {
		list = append(list, id[fmt.Sprintf("a%d.wad", wire.MaxPWADs-1-i)])
	}
	lobby, other := h.dial("/ws/lobby"), h.dial("/ws/lobby")
	other.hear("welcome", nil)
	lobby.say(`{"t":"params","params":{"wad":"game.wad","pwads":["` + strings.Join(list, `","`) + `"],"episode":1,"map":2}}`)
	other.hear("roster", func(m map[string]any) bool {
		p := m["params"].(map[string]any)
		got, _ := p["pwads"].([]any)
		return fmt.Sprint(got) == fmt.Sprint(list) && p["map"] == 2.0
	})
}

func TestReloadRenewsTheList(t *testing.T) {
	t.Parallel()
	dir := testWADs(t)
	h := startHost(t, Config{Library: libraryOf(dir)})
	before := h.Info().WADs
	if before == "" || h.Info().WADs != before {
		t.Errorf("revision %q, then %q", before, h.Info().WADs)
	}
	if code := h.post("/api/wads/reload", "hosttoken"); code != 200 || h.Info().WADs != before {
		t.Errorf("a reload without changes: %d, %q, %q", code, before, h.Info().WADs)
	}
	if err := os.WriteFile(dir+"/new.wad", tinyWAD("PWAD", "E1M1", "THINGS"), 0o644); err != nil {
		t.Fatal(err)
	}
	if h.Info().WADs != before {
		t.Error("the revision changed before a reload")
	}
	if code := h.post("/api/wads/reload", "hosttoken"); code != 200 || h.Info().WADs == before {
		t.Errorf("after a reload: %d, %q", code, h.Info().WADs)
	}
	_, all := h.get("/api/wads")
	if !strings.Contains(all, `"new.wad"`) || !strings.Contains(all, `"revision":"`+h.Info().WADs+`"`) {
		t.Errorf("the list is %s", all)
	}
	// Only the admin learns the folder of the host's files.
	if strings.Contains(all, dir) {
		t.Errorf("guests learn the folder: %s", all)
	}
	if _, own := h.get("/api/wads", "Authorization: Bearer hosttoken"); !strings.Contains(own, `"folder":"`+dir+`"`) {
		t.Errorf("the host gets %s", own)
	}
}
