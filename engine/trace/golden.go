package trace

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
)

// Run names one golden run and all that it takes to play it.
type Run struct {
	Name string
	IWAD string // without ".wad"
	PWAD string // likewise, empty for none
	// Demo is a lump of the IWAD ("DEMO1"); otherwise the run has a file of its
	// own, a tic log if TicLog is set.
	Demo   string
	TicLog bool
	// Params start a tic log's game; a demo says itself what it starts.
	Params sim.Params
	// Lines is what its digests are over.
	Lines Lines
	Tics  int
	Sum   uint64 // Digests.Sum at the end
}

// index is the table of all runs as text: a line of tab-separated columns each,
// behind a header.
const indexHeader = "name\tiwad\tpwad\tinput\tgame\tlines\ttics\tsum"

// FormatRuns writes the index, sorted by name.
func FormatRuns(runs []Run) []byte {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b Run) int { return strings.Compare(a.Name, b.Name) })
	out := []byte(indexHeader + "\n")
	for _, r := range runs {
		input, game := "demo", "-"
		if r.Demo != "" {
			input = r.Demo
		}
		if r.TicLog {
			input, game = "ticlog", formatGame(&r.Params)
		}
		row := []string{r.Name, r.IWAD, orDash(r.PWAD), input, game, r.Lines.String(),
			strconv.Itoa(r.Tics), strconv.FormatUint(r.Sum, 16)}
		out = append(append(out, strings.Join(row, "\t")...), '\n')
	}
	return out
}

// ParseRuns reads the index.
func ParseRuns(text []byte) ([]Run, error) {
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if lines[0] != indexHeader {
		return nil, errors.New("read golden index: the first line is not its header")
	}
	var runs []Run
	for i, line := range lines[1:] {
		r, err := parseRun(strings.Split(line, "\t"))
		if err != nil {
			return nil, errors.New("read golden index: line " + strconv.Itoa(i+2) + ": " + err.Error())
		}
		runs = append(runs, r)
	}
	return runs, nil
}

func parseRun(f []string) (r Run, err error) {
	if len(f) != strings.Count(indexHeader, "\t")+1 {
		return r, errors.New(strconv.Itoa(len(f)) + " columns")
	}
	r = Run{Name: f[0], IWAD: f[1]}
	if r.Lines, err = parseLines(f[5]); err != nil {
		return r, err
	}
	if f[2] != "-" {
		r.PWAD = f[2]
	}
	switch f[3] {
	case "demo":
	case "ticlog":
		r.TicLog = true
		if r.Params, err = parseGame(f[4]); err != nil {
			return r, err
		}
	default:
		r.Demo = f[3]
	}
	if r.Tics, err = strconv.Atoi(f[6]); err != nil {
		return r, err
	}
	r.Sum, err = strconv.ParseUint(f[7], 16, 64)
	return r, err
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// lineKinds are the names of all Lines in the index.
var lineKinds = [...]struct {
	name  string
	lines Lines
}{
	{"plain", Lines{}},
	{"full", Lines{Full: true}},
	{"drawn", Lines{Drawn: true}},
	{"full+drawn", Lines{Full: true, Drawn: true}},
}

func (l Lines) String() string {
	for _, k := range lineKinds {
		if k.lines == l {
			return k.name
		}
	}
	return ""
}

func parseLines(name string) (Lines, error) {
	for _, k := range lineKinds {
		if k.name == name {
			return k.lines, nil
		}
	}
	return Lines{}, errors.New("lines " + strconv.Quote(name))
}

// A game in the index: episode, map, skill (1 to 5), deathmatch, players' mask
// and console, with blanks between.
func formatGame(p *sim.Params) string {
	var words []string
	for _, n := range [...]int{p.Episode, p.Map, p.Skill + 1, p.Deathmatch, int(startMask(p)), p.Console} {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}

func parseGame(s string) (p sim.Params, err error) {
	var n [6]int
	words := strings.Fields(s)
	if len(words) != len(n) {
		return p, errors.New("game " + strconv.Quote(s) + ": want 6 numbers")
	}
	for i, w := range words {
		if n[i], err = strconv.Atoi(w); err != nil {
			return p, err
		}
	}
	p = sim.Params{Episode: n[0], Map: n[1], Skill: n[2] - 1, Deathmatch: n[3], Console: n[5], NetGame: true}
	for i := range p.Players {
		p.Players[i] = n[4]>>i&1 != 0
	}
	return p, nil
}

// Input reads the run's input: file is its own (unpacked), lump finds one of
// the IWAD's.
func (r *Run) Input(file []byte, lump func(name string) []byte) (*Input, error) {
	if r.TicLog {
		log, err := demo.ParseTicLog(file)
		if err != nil {
			return nil, errors.New("run " + r.Name + ": " + err.Error())
		}
		return FromTicLog(r.Params, log), nil
	}
	if r.Demo != "" {
		file = lump(r.Demo)
	}
	d, err := demo.Parse(file)
	if err != nil {
		return nil, errors.New("run " + r.Name + ": " + err.Error())
	}
	return FromDemo(d), nil
}
