package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/web"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "barrier" { // see start
		main()
		return
	}
	netlab.Main(m, map[string]func(){"strangers": playStrangers})
}

// floodTime is the length of each flood; "go test ./cmd/loadtest -args -flood 10s" sends a
// thousand requests of each kind.
var floodTime = flag.Duration("flood", 3*time.Second, "how long strangers ask for each thing, a hundred times a second")

// flooded is one trial's result, which playStrangers prints as a line of JSON.
type flooded struct {
	Row    row
	Floods []answered
	Desync int // incident files so far, if they were counted
}

// smooth is the last result of playStrangers: the 99th percentile of the gaps between tics
// over all floods, and that of the bare barrier beside them.
type smooth struct{ P99, BareP99 time.Duration }

// answered is the answers to one flood.
type answered struct {
	Name  string
	Want  int
	Codes codes
}

// sideBySide is the number of simultaneous floods, and addresses the number of their
// addresses.
const (
	sideBySide = 8
	addresses  = 24
)

// playStrangers floods the program $PROGRAM with every kind of request that strangers can
// send, a hundred a second of each, and prints the results.
func playStrangers() {
	s := settings{
		host: os.Getenv("PROGRAM"), wads: os.Getenv("WADS"),
		tics: 42_000, recordTime: 11 * time.Second, inFlight: 8, rate: 100,
	}
	d, err := time.ParseDuration(os.Getenv("FLOOD"))
	s.duration = d
	if err == nil {
		err = strangersTrials(context.Background(), s)
	}
	if err != nil {
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
	if missing := missingAsks(list, st.patterns); len(missing) > 0 {
		return fmt.Errorf("nothing asks for %s: add it to asks.go", strings.Join(missing, ", "))
	}
	var gaps, bareGaps sample
	say := func(floods ...*flooding) error {
		f := flooded{Row: st.trial(ctx, s.duration, floods)}
		if len(floods) > 0 {
			gaps, bareGaps = append(gaps, f.Row.gaps...), append(bareGaps, f.Row.bareGaps...)
		}
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
			for n := range addresses / sideBySide {
				from = append(from, fmt.Sprintf("127.0.0.%d", 2+(i-begin)*(addresses/sideBySide)+n))
			}
			floods = append(floods, st.flooding(list[i], from, s.rate))
		}
		if err := say(floods...); err != nil {
			return err
		}
	}
	r, err := st.lobbyTrial(ctx, s.duration, s.rate)
	if err != nil {
		return err
	}
	for _, said := range []any{flooded{Row: r}, smooth{gaps.p(0.99), bareGaps.p(0.99)}} {
		line, err := json.Marshal(said)
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return nil
}

// buildProgram builds the shipped program; $DOOMHOST names another one.
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

// wads makes a folder with two games and a few add-ons.
func wads(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, game := range []string{"freedoom1", "freedoom2"} {
		path := testwads.Path(t, game)
		if err := os.Symlink(path, filepath.Join(dir, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range testwads.PWADs() {
		if err := os.WriteFile(filepath.Join(dir, name+".wad"), testwads.PWAD(t, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Strangers at two dozen addresses send every kind of request and every lobby message, a
// hundred a second of each, eight kinds at a time, during a game of four. The test compares
// the players' tics with those of a bare barrier under the same conditions, and with those
// of the same game without floods.
func TestStrangersCostPlayersLittle(t *testing.T) {
	const (
		// memory limits the memory for all strangers: twice the bytes that answers may hold,
		// because garbage stays for a while, and their connections.
		memory   = 192 << 20
		patience = 20 * time.Minute
	)
	program := buildProgram(t)
	// The network is empty, so the program finds no other games there.
	machine := netlab.New(t).Neighbours("10.77.0.1/24")[0]
	p := machine.Act("strangers", []string{"PROGRAM=" + program, "WADS=" + wads(t), "FLOOD=" + floodTime.String()})
	if err := p.Wait(patience); err != nil {
		t.Fatalf("%v\n%s", err, p.Output())
	}
	var (
		trials []flooded
		all    smooth
	)
	for line := range strings.Lines(p.Output()) {
		var f flooded
		if json.Unmarshal([]byte(line), &f) == nil && f.Row.Asked != "" {
			trials = append(trials, f)
			t.Log(f.Row)
		} else if strings.HasPrefix(line, `{"P99"`) {
			if err := json.Unmarshal([]byte(line), &all); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := 2 + (len(asks())+sideBySide-1)/sideBySide; len(trials) != want {
		t.Fatalf("%d trials, want %d:\n%s", len(trials), want, p.Output())
	}
	quiet, filled, cmds, tics, bare := trials[0].Row, 0, 0, 0, 0
	for _, f := range trials {
		r := f.Row
		// If the bare barrier itself stops for as long as a slow player may, the machine is busy
		// with something else. Such a trial counts only in the sum of all tics, and in the gaps.
		busy := r.BareP99 > relay.StallTime
		if busy {
			t.Logf("the machine was busy: the bare barrier's gaps were %v in the trial of %s", r.BareP99, r.Asked)
		}
		for _, a := range f.Floods {
			if a.Codes[a.Want] == 0 && !busy {
				t.Errorf("%s got the answers %v, but never %d", a.Name, a.Codes, a.Want)
			}
			for code, n := range a.Codes {
				if code == http.StatusInternalServerError || code >= 500 && code != http.StatusServiceUnavailable {
					t.Errorf("%s got the answer %d %d times", a.Name, code, n)
				}
			}
		}
		tics, bare = tics+r.Tics, bare+r.Bare
		if 10*r.Tics < 9*min(r.Bare, quiet.Tics) && !busy {
			t.Errorf("%s: a player got %d tics, the bare barrier's players %d, and %d without floods",
				r.Asked, r.Tics, r.Bare, quiet.Tics)
		}
		if !busy {
			filled, cmds = filled+r.Filled, cmds+r.Bare*lockstep.NumSlots
		}
		if r.Most > quiet.Memory+memory {
			t.Errorf("%s: the host uses %d MB, and %d without floods", r.Asked, r.Most>>20, quiet.Memory>>20)
		}
	}
	if 10*tics < 9*bare {
		t.Errorf("a player got %d tics in all, the bare barrier's players %d", tics, bare)
	}
	t.Logf("1 %% of all gaps between tics are over %v; of the bare barrier's, over %v", all.P99, all.BareP99)
	if all.P99 == 0 || all.P99 > 4*max(all.BareP99, quiet.P99) {
		t.Errorf("1 %% of the gaps between tics are over %v; of the bare barrier's, over %v; without floods, over %v",
			all.P99, all.BareP99, quiet.P99)
	}
	// On a loaded machine the relay fills a few even without floods.
	if filled > cmds/10 {
		t.Errorf("%d of %d ticcmds were filled, and %d in %v without floods", filled, cmds, quiet.Filled, *floodTime)
	}
	const kept = 20 // see referee.filesKept
	for _, f := range trials {
		if f.Desync > kept {
			t.Errorf("%d incident files were written", f.Desync)
		}
	}
}
