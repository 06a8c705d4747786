// Command linelength fails where Go files have lines of more than 120 characters. It
// leaves generated files alone, and so many lines of a file as allowed.txt says: the
// number may fall, and not rise. -update writes allowed.txt anew.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	limit   = 120 // characters; a tab is one
	allowed = "internal/tools/linelength/allowed.txt"
)

func main() {
	update := flag.Bool("update", false, "write "+allowed+" anew")
	flag.Parse()
	code, err := check(*update)
	if err != nil {
		fmt.Fprintln(os.Stderr, "linelength:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

func check(update bool) (code int, err error) {
	names, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		return 0, fmt.Errorf("list the Go files: %w", err)
	}
	may, err := readAllowed()
	if err != nil && !update {
		return 0, err
	}
	var list []string
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err != nil {
			return 0, err
		}
		long := longLines(data)
		if len(long) > 0 {
			list = append(list, fmt.Sprintf("%d %s\n", len(long), name))
		}
		if !update && len(long) > may[name] {
			code = 1
			fmt.Printf("%s: %d lines of more than %d characters, %d are allowed: %v\n", name, len(long), limit, may[name], long)
		}
	}
	if !update {
		return code, nil
	}
	slices.SortFunc(list, func(a, b string) int {
		_, a, _ = strings.Cut(a, " ")
		_, b, _ = strings.Cut(b, " ")
		return strings.Compare(a, b)
	})
	return 0, os.WriteFile(allowed, []byte(strings.Join(list, "")), 0o644)
}

// readAllowed reads how many long lines each file may have.
func readAllowed() (map[string]int, error) {
	data, err := os.ReadFile(allowed)
	if err != nil {
		return nil, err
	}
	may := map[string]int{}
	for line := range strings.Lines(string(data)) {
		var n int
		var name string
		if _, err := fmt.Sscanf(line, "%d %s", &n, &name); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", allowed, line, err)
		}
		may[name] = n
	}
	return may, nil
}

// longLines are the numbers of the lines that are too long; a generated file has none.
func longLines(data []byte) []int {
	var long []int
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "// Code generated ") {
			return nil
		}
		if utf8.RuneCount(lines.Bytes()) > limit {
			long = append(long, n)
		}
	}
	return long
}
