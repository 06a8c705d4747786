package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

func TestGeneratedFilesAreCurrent(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 2 {
		t.Fatalf("the plan has %d files", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(folder), name))
		if err != nil {
			t.Errorf("%v: run `%s`", err, command)
			continue
		}
		if line, is, should := firstDifference(string(got), want); line > 0 {
			t.Errorf("%s/%s is stale: run `%s`\nline %d is     %s\nit should be  %s", folder, name, command, line, is, should)
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(folder)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := files[e.Name()]; !ok {
			t.Errorf("%s/%s is not generated any more: remove it", folder, e.Name())
		}
	}
}

// firstDifference gives the first line, from 1 on, in which two texts differ; 0 where none does.
func firstDifference(a, b string) (line int, inA, inB string) {
	if a == b {
		return 0, "", ""
	}
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := 0; i < max(len(as), len(bs)); i++ {
		inA, inB = "(nothing)", "(nothing)"
		if i < len(as) {
			inA = as[i]
		}
		if i < len(bs) {
			inB = bs[i]
		}
		if inA != inB || i >= len(as) || i >= len(bs) {
			return i + 1, inA, inB
		}
	}
	return 0, "", ""
}

func TestAStaleFileIsShownByItsFirstOtherLine(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"a\nb\n", "a\nb\n", 0}, {"a\nb\n", "a\nc\n", 2}, {"a\n", "a\nb\n", 2}, {"", "a", 1}} {
		if got, _, _ := firstDifference(c.a, c.b); got != c.want {
			t.Errorf("%q and %q differ in line %d, not %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNamesBeginInLowerCase(t *testing.T) {
	for name, want := range map[string]string{
		"TurnLeft": "turnLeft", "RTT": "rtt", "X": "x", "NoMonsters": "noMonsters",
		"WADList": "wadList", "Weapon1": "weapon1", "": "", "already": "already",
	} {
		if got := lowerFirst(name); got != want {
			t.Errorf("%s becomes %s, not %s", name, got, want)
		}
	}
}

// What Go does not declare, or declares as something else, is an error and no empty declaration.
func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	src, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	for want, d := range map[string]declaration{
		"declares no Missing":     number{wire, "Missing", "missing"},
		"is no constant":          number{lockstep, "Slot", "slot"},
		"is not loaded":           number{"internal/none", "None", "none"},
		"no constants":            enum{pkg: wire, prefix: "Zzz", name: "none"},
		"where 0 comes next":      names{pkg: relay, of: "CloseCode", prefix: "Close", name: "none", union: "None"},
		"exports nothing":         calls{wire, "Exports"},
		"is no struct":            record{pkg: lockstep, structure: "Slot", name: "Slot"},
		"Tic has no name in JSON": record{pkg: lockstep, structure: "Bundle", name: "Bundle"},
		"is not in the plan":      record{pkg: selftest, structure: "Result", name: "Result"},
		"no list of strings":      words{lockstep, "ErrShort", "none", "None"},
		"is no string":            constantWords{lockstep, []string{"NumSlots"}, "none", "None"},
		"has a method none":       messages{wire, "none", "None"},
		"just return a constant":  messages{lockstep, "Color", "None"},
		"declares no NoSuchType0": enum{pkg: wire, of: "NoSuchType0", name: "none"},
	} {
		if text, err := d.typescript(src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q, %v where an error with %q was expected", text, err, want)
		}
	}
}
