// Command fuzzall runs every fuzz function of the project for a while, one
// after the other: go test runs but one a call. It exits 1 when one fails or
// when there are none.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	each := flag.Duration("time", 10*time.Second, "how long each fuzz function runs")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := run(*each, patterns); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(each time.Duration, patterns []string) error {
	pkgs, err := exec.Command("go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return fmt.Errorf("list the packages: %w", err)
	}
	ran := 0
	for _, pkg := range strings.Fields(string(pkgs)) {
		names, err := fuzzers(pkg)
		if err != nil {
			return err
		}
		for _, name := range names {
			fmt.Printf("%s %s\n", pkg, name)
			cmd := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", each.String(), pkg)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s %s: %w", pkg, name, err)
			}
			ran++
		}
	}
	if ran == 0 {
		return fmt.Errorf("no fuzz functions found")
	}
	fmt.Printf("%d fuzzers, %v each: nothing found\n", ran, each)
	return nil
}

// fuzzers lists the fuzz functions of a package.
func fuzzers(pkg string) ([]string, error) {
	out, err := exec.Command("go", "test", "-list", "^Fuzz", pkg).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("list the fuzzers of %s: %w\n%s", pkg, err, bytes.TrimSpace(out))
	}
	var names []string
	for _, line := range strings.Split(string(out), "\n") {
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
		}
	}
	return names, nil
}
