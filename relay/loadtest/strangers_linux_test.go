package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doomhost/internal/netlab"
	"doomhost/internal/testwads"
	"doomhost/relay/wire"
	"doomhost/web"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "barrier" { // see start
		main()
		return
	}
	netlab.Main(m, map[string]func(){"strangers": playStrangers})
}

// flooded is what playStrangers says of a trial, as a line of JSON.
type flooded struct {
	Row    row
	Floods []answered
	Desync int // files about players whose state differs, by now
}

// answered is how one flood was answered.
type answered struct {
	Name  string
	Want  int
	Codes codes
}

// sideBySide is how many things are asked for at the same time.
const sideBySide = 3

// playStrangers floods the program of $PROGRAM with all that strangers can ask for, each
// thing a thousand times in ten seconds, and says what that was like.
func playStrangers() {
	s := settings{host: os.Getenv("PROGRAM"), wads: os.Getenv("WADS"), tics: 126_000, inFlight: 8, duration: 10 * time.Second, requests: 1000}
	if err := strangersTrials(context.Background(), s); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func strangersTrials(ctx context.Context, s settings) error {
	st, err := newStage(ctx, s)
	if err != nil {
		return err
	}
	defer st.end()
	list := asks()
	if missing := forgotten(list, st.patterns); len(missing) > 0 {
		return fmt.Errorf("nothing asks for %s: add it to asks.go", strings.Join(missing, ", "))
	}
	say := func(floods ...*flooding) error {
		f := flooded{Row: st.trial(ctx, s.duration, floods)}
		for _, one := range floods {
			f.Floods = append(f.Floods, answered{one.name(), one.want, one.codes})
		}
		files, err := filepath.Glob(filepath.Join(st.home, "data", "doomhost", "desync", "*.zip"))
		f.Desync = len(files)
		line, err2 := json.Marshal(f)
		fmt.Println(string(line))
		if err == nil {
			err = err2
		}
		return err
	}
	if err := say(); err != nil {
		return err
	}
	for begin := 0; begin < len(list); begin += sideBySide {
		var floods []*flooding
		for i := begin; i < min(begin+sideBySide, len(list)); i++ {
			var from []string
			for n := range 19 / sideBySide {
				from = append(from, fmt.Sprintf("127.0.0.%d", 2+(i-begin)*(19/sideBySide)+n))
			}
			floods = append(floods, st.flooding(list[i], from, s.requests))
		}
		if err := say(floods...); err != nil {
			return err
		}
	}
	return say()
}

// buildProgram is the program as it ships; $DOOMHOST names another one.
func buildProgram(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("DOOMHOST"); path != "" {
		return path
	}
	if err := web.Built(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "doomhost")
	cmd := exec.Command("go", "build", "-trimpath", "-tags", "nethttpomithttp2", "-o", path, "doomhost/cmd/doomhost")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build doomhost: %v\n%s", err, text)
	}
	return path
}

// Strangers of nineteen addresses ask for each thing that the program answers, and say each
// message of its lobby, a thousand times in ten seconds, while four play. The players'
// tics are held against those of a bare barrier that plays beside them, which meets the
// same weather, and against the same game's when nobody asks.
func TestStrangersCostPlayersLittle(t *testing.T) {
	const (
		memory   = 192 << 20 // that all strangers may take together: what answers may hold, twice, as garbage stays a while, and their connections
		patience = 20 * time.Minute
	)
	program := buildProgram(t)
	// A network with nobody else in it: what the program looks for there it does not find.
	machine := netlab.New(t).Neighbours("10.77.0.1/24")[0]
	p := machine.Act("strangers", []string{"PROGRAM=" + program, "WADS=" + filepath.Dir(testwads.Path(t, "freedoom1"))})
	if err := p.Wait(patience); err != nil {
		t.Fatalf("%v\n%s", err, p.Output())
	}
	var trials []flooded
	for line := range strings.Lines(p.Output()) {
		var f flooded
		if json.Unmarshal([]byte(line), &f) == nil && f.Row.Asked != "" {
			trials = append(trials, f)
			t.Log(f.Row)
		}
	}
	if want := 2 + (len(asks())+sideBySide-1)/sideBySide; len(trials) != want {
		t.Fatalf("%d trials, want %d:\n%s", len(trials), want, p.Output())
	}
	quiet := trials[0].Row
	for _, f := range trials {
		r := f.Row
		for _, a := range f.Floods {
			if a.Codes[a.Want] == 0 {
				t.Errorf("%s was answered %v: never %d", a.Name, a.Codes, a.Want)
			}
			for code, n := range a.Codes {
				if code == http.StatusInternalServerError || code >= 500 && code != http.StatusServiceUnavailable {
					t.Errorf("%s was answered %d, %d times", a.Name, code, n)
				}
			}
		}
		if 10*r.Tics < 9*min(r.Bare, quiet.Tics) {
			t.Errorf("%s: a player got %d tics, beside %d of the bare barrier, and %d when nobody asked", r.Asked, r.Tics, r.Bare, quiet.Tics)
		}
		if all := r.Bare * wire.NumSlots; r.Filled-quiet.Filled > all/10 {
			t.Errorf("%s: %d of %d ticcmds were filled, and %d when nobody asked", r.Asked, r.Filled, all, quiet.Filled)
		}
		if r.P99 > 4*max(r.BareP99, quiet.P99) {
			t.Errorf("%s: 1 %% of the gaps between tics are over %v, beside %v of the bare barrier, and %v when nobody asked", r.Asked, r.P99, r.BareP99, quiet.P99)
		}
		if r.Most > quiet.Memory+memory {
			t.Errorf("%s: the host takes %d MB, and %d when nobody asked", r.Asked, r.Most>>20, quiet.Memory>>20)
		}
	}
	const kept = 20 // see referee.filesKept
	if last := trials[len(trials)-1]; last.Desync > kept {
		t.Errorf("%d files were written about players whose state differs", last.Desync)
	}
}
