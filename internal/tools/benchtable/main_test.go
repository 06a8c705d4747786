package main

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

func TestPageHasMedians(t *testing.T) {
	cpus := runtime.GOMAXPROCS(0)
	suffix := fmt.Sprintf("-%d", cpus)
	if cpus == 1 {
		suffix = ""
	}
	run := func(name string, ns, bytes, allocs int) string {
		return fmt.Sprintf("Benchmark%s%s \t 1000 \t %d ns/op \t 7.5 tics/s \t %d B/op \t %d allocs/op\n", name, suffix, ns, bytes, allocs)
	}
	text := "goos: linux\npkg: doomhost/engine/sim\ncpu: A Chip\n" + run("Tic/b", 300, 0, 0) + run("Tic/b", 2100, 8, 1) +
		run("Tic/b", 1200, 0, 0) + run("Another", 5, 0, 0) + "PASS\nok \tdoomhost/engine/sim\t1s\npkg: doomhost/none\nPASS\n" +
		"pkg: doomhost/relay\n" + run("Seal", 4_000_000, 64, 2)
	got, err := page(text, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"medians of 3 runs", "A Chip",
		"## engine/sim\n\n| benchmark | time | bytes | allocations |\n|---|---|---|---|\n| Tic/b | 1.2 µs | 0 | 0 |\n| Another | 5 ns | 0 | 0 |\n",
		"## relay\n\n| benchmark | time | bytes | allocations |\n|---|---|---|---|\n| Seal | 4 ms | 64 | 2 |\n",
	}
	for _, part := range want {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in:\n%s", part, got)
		}
	}
	if _, err := page("PASS\n", 3); err == nil {
		t.Error("a page without figures is written")
	}
}
