package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
)

// A golden folder has traces/NAME.tsv.gz, full/ likewise for some, and the inputs
// demos/NAME.lmp, ticlogs/NAME.ticlog.gz and pwads/. A name begins with its
// IWAD's; "-conf-" in it means one of the conformance PWADs; a demo lump's run
// is called after it.

// ticLogGames are the games that tic logs start: a log does not say.
var ticLogGames = []trace.Run{
	{Name: "join-e1m1-coop", IWAD: "freedoom1", Params: sim.Params{Episode: 1, Map: 1, Players: [4]bool{0: true}}},
	{Name: "drop-map01-coop", IWAD: "freedoom2", Params: sim.Params{Episode: 1, Map: 1, Players: [4]bool{true, true, true, true}}},
	{Name: "churn-map07-dm", IWAD: "freedoom2", Params: sim.Params{Episode: 1, Map: 7, Deathmatch: 1, Players: [4]bool{0: true, 2: true}}},
	{Name: "churn-dm1-alt", IWAD: "freedm", Params: sim.Params{Episode: 1, Map: 1, Deathmatch: 2, Console: 1, Players: [4]bool{1: true, 3: true}}},
}

// goldenRuns lists the runs of a golden folder by its traces.
func goldenRuns(dir string) ([]trace.Run, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "traces", "*.tsv.gz"))
	if err != nil {
		return nil, err
	}
	var runs []trace.Run
	for _, path := range paths {
		r := trace.Run{Name: strings.TrimSuffix(filepath.Base(path), ".tsv.gz")}
		if i := slices.IndexFunc(ticLogGames, func(g trace.Run) bool { return g.Name == r.Name }); i >= 0 {
			r = ticLogGames[i]
			r.TicLog = true
			r.Params.NetGame = true
			r.Params.Skill = 3
		} else {
			iwad, rest, _ := strings.Cut(r.Name, "-")
			r.IWAD = iwad
			if strings.HasPrefix(rest, "demo") {
				r.Demo = strings.ToUpper(rest)
			}
			if strings.HasPrefix(rest, "conf-") {
				r.PWAD = "conformance" + strings.TrimPrefix(iwad, "freedoom")
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "full", r.Name+".tsv.gz")); err == nil {
			r.Lines.Full = true
		}
		runs = append(runs, r)
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("no traces/*.tsv.gz in %s", dir)
	}
	return runs, nil
}

// goldenWant is the reference's trace of a run, the full one where there is one.
func goldenWant(dir string, r *trace.Run) ([]byte, error) {
	folder := "traces"
	if r.Lines.Full {
		folder = "full"
	}
	return readFile(filepath.Join(dir, folder, r.Name+".tsv.gz"))
}

// goldenFile is the path of a run's input, empty for a demo lump.
func goldenFile(dir string, r *trace.Run) string {
	switch {
	case r.TicLog:
		return filepath.Join(dir, "ticlogs", r.Name+".ticlog.gz")
	case r.Demo == "":
		return filepath.Join(dir, "demos", r.Name+".lmp")
	}
	return ""
}

// goldenSet replays golden runs; contents are shared by all runs over the same
// WADs.
type goldenSet struct {
	dir     string
	wadDir  string
	stderr  io.Writer
	content map[string]*sim.Content
}

// result is one line of the table.
type result struct {
	run  trace.Run
	diff *trace.Difference
	err  error
	in   *trace.Input
	mean float64 // µs a tic
	mid  float64 // µs of the tic in the middle: what others do on the machine matters less
}

func (o *options) runGolden(stdout, stderr io.Writer) (equal bool, err error) {
	runs, err := goldenRuns(o.golden)
	if err != nil {
		return false, err
	}
	set := &goldenSet{dir: o.golden, wadDir: filepath.Dir(o.iwad), stderr: stderr, content: map[string]*sim.Content{}}
	if o.iwad == "" {
		set.wadDir = "/usr/share/games/doom"
	}
	for i := range runs {
		if err := set.load(&runs[i]); err != nil {
			return false, err
		}
	}
	jobs := o.jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	results := make([]result, len(runs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				results[i] = set.play(runs[i])
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	workers.Wait()
	equal = printResults(stdout, results)
	if o.writeGolden == "" {
		return equal, nil
	}
	if !equal {
		return false, errors.New("nothing written: digests are made of traces that this engine agrees with")
	}
	return true, writeGolden(o.golden, o.writeGolden, results)
}

// load prepares the content of a run.
func (s *goldenSet) load(r *trace.Run) error {
	key := r.IWAD + " " + r.PWAD
	if s.content[key] != nil {
		return nil
	}
	wads := []string{filepath.Join(s.wadDir, r.IWAD+".wad")}
	if r.PWAD != "" {
		wads = append(wads, filepath.Join(s.dir, "pwads", r.PWAD+".wad"))
	}
	c, err := loadContent(wads, nil, s.stderr)
	s.content[key] = c
	return err
}

// goldenRestores is how often the twin of a run is saved and restored, in tics.
const goldenRestores = 50

// play compares a run, plays it beside its twins, and then plays it again to time its tics.
func (s *goldenSet) play(r trace.Run) (res result) {
	res.run = r
	res.err = func() error {
		content := s.content[r.IWAD+" "+r.PWAD]
		var file []byte
		if path := goldenFile(s.dir, &r); path != "" {
			var err error
			if file, err = readFile(path); err != nil {
				return err
			}
		}
		in, err := r.Input(file, func(name string) []byte {
			n, _ := content.Set.Find(name)
			return content.Set.Lump(n)
		})
		if err != nil {
			return err
		}
		want, err := goldenWant(s.dir, &r)
		if err != nil {
			return err
		}
		c := comparison{content: content, in: in, want: want}
		if err := c.run(); err != nil {
			return err
		}
		res.diff, res.in, res.run.Lines = c.diff, c.in, c.lines
		if c.diff == nil {
			if err := trace.PlayTwins(content, in, goldenRestores); err != nil {
				return err
			}
		}
		replay, err := trace.NewReplay(content, in, trace.Lines{})
		if err != nil {
			return err
		}
		times, err := timeTics(replay)
		res.mean, res.mid = meanAndMedian(times)
		return err
	}()
	return res
}

// printResults prints the table and says whether all runs are equal.
func printResults(out io.Writer, results []result) bool {
	equal, tics := 0, 0
	var means, mids []float64
	for _, r := range results {
		switch {
		case r.err != nil:
			fmt.Fprintf(out, "%-40s ERROR %v\n", r.run.Name, r.err)
		case r.diff != nil:
			fmt.Fprintf(out, "%-40s DIFFERS %v\n", r.run.Name, r.diff)
		default:
			equal++
			tics += len(r.in.Tics)
			means, mids = append(means, r.mean), append(mids, r.mid)
			fmt.Fprintf(out, "%-40s equal  %6d tics  %6.2f µs a tic, median %5.2f  %s\n",
				r.run.Name, len(r.in.Tics), r.mean, r.mid, r.run.Lines)
		}
	}
	slices.Sort(means)
	slices.Sort(mids)
	if n := len(means); n > 0 {
		fmt.Fprintf(out, "µs a tic: means: middle run %.2f, heaviest %.2f; medians: middle run %.2f, heaviest %.2f\n",
			means[n/2], means[n-1], mids[n/2], mids[n-1])
	}
	fmt.Fprintf(out, "%d of %d runs equal, %d tics\n", equal, len(results), tics)
	return equal == len(results)
}
