// Command benchtable runs all benchmarks and writes docs/benchmarks.md: the median of
// some runs, by package. It wants a quiet machine.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/benchmark/parse"
)

const out = "docs/benchmarks.md"

func main() {
	count := flag.Int("count", 5, "runs of each benchmark")
	pattern := flag.String("bench", ".", "benchmarks to run")
	flag.Parse()
	if err := run(*count, *pattern, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

func run(count int, pattern string, packages []string) error {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	args := []string{"test", "-run", "^$", "-bench", pattern, "-benchmem", "-count", fmt.Sprint(count), "-p", "1"}
	cmd := exec.Command("go", append(args, packages...)...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&text, os.Stdout), os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("run the benchmarks: %w", err)
	}
	page, err := page(text.String(), count)
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(page), 0o644)
}

// page makes the document of what go test printed.
func page(text string, count int) (string, error) {
	var b strings.Builder
	head, cpu := false, ""
	var tables []string
	var lines strings.Builder
	var pkg string
	flush := func() error {
		set, err := parse.ParseSet(strings.NewReader(lines.String()))
		if err != nil {
			return fmt.Errorf("read the figures of %s: %w", pkg, err)
		}
		lines.Reset()
		if len(set) > 0 {
			tables = append(tables, table(pkg, set))
		}
		return nil
	}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case key == "cpu":
			cpu = value
		case key == "pkg":
			if err := flush(); err != nil {
				return "", err
			}
			pkg, head = value, true
		case strings.HasPrefix(line, "Benchmark") && head:
			lines.WriteString(line)
		}
	}
	if err := flush(); err != nil {
		return "", err
	}
	if len(tables) == 0 {
		return "", fmt.Errorf("no benchmark has run")
	}
	fmt.Fprintf(&b, "# Benchmarks\n\nWritten by `make bench`: medians of %d runs, %s %s/%s, %d processors, %s.\n",
		count, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), cpu)
	b.WriteString(strings.Join(tables, ""))
	return b.String(), nil
}

// table is one package's part of the page.
func table(pkg string, set parse.Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n| benchmark | time | bytes | allocations |\n|---|---|---|---|\n", strings.TrimPrefix(pkg, "doomhost/"))
	for _, name := range names(set) {
		runs := set[name]
		fmt.Fprintf(&b, "| %s | %s | %d | %d |\n", shown(name), duration(median(runs, func(r *parse.Benchmark) float64 { return r.NsPerOp })),
			uint64(median(runs, func(r *parse.Benchmark) float64 { return float64(r.AllocedBytesPerOp) })),
			uint64(median(runs, func(r *parse.Benchmark) float64 { return float64(r.AllocsPerOp) })))
	}
	return b.String()
}

// names lists the benchmarks in the order in which they ran.
func names(set parse.Set) []string {
	list := make([]string, 0, len(set))
	for name := range set {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int { return set[a][0].Ord - set[b][0].Ord })
	return list
}

// shown is a benchmark's name without what all have: the word, and the processors.
func shown(name string) string {
	name = strings.TrimPrefix(name, "Benchmark")
	return strings.TrimSuffix(name, fmt.Sprintf("-%d", runtime.GOMAXPROCS(0)))
}

func median(runs []*parse.Benchmark, of func(*parse.Benchmark) float64) float64 {
	var list []float64
	for _, r := range runs {
		list = append(list, of(r))
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// duration writes nanoseconds with three figures.
func duration(ns float64) string {
	units := []string{"ns", "µs", "ms"}
	for i, unit := range units {
		if ns < 1000 || i == len(units)-1 {
			return fmt.Sprintf("%.3g %s", ns, unit)
		}
		ns /= 1000
	}
	return ""
}
