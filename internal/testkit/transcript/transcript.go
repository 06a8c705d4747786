// Package transcript compares code with transcripts: readable text files in testdata that
// contain actions and their results. A test that uses the package rewrites them with the
// flag -update.
package transcript

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update defines the flag once for each test program with transcripts.
var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// Hold plays each transcript testdata/*.txt in a subtest of the same name, and checks that
// the result equals the file. It fails if there are fewer than atLeast. play returns the
// transcript with the code's current results.
func Hold(t *testing.T, atLeast int, play func(t *testing.T, script []byte) []byte) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < max(atLeast, 1) {
		t.Fatalf("%d transcripts in testdata, want at least %d", len(files), atLeast)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, want)
			switch {
			case bytes.Equal(got, want):
			case *update:
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s differs; with -update it becomes:\n%s", file, diff(want, got))
			}
		})
	}
}

// diff shows both texts from their first difference on.
func diff(want, got []byte) string {
	w, g := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	return fmt.Sprintf("line %d:\n want %s\n got  %s", i+1,
		strings.Join(w[i:min(len(w), i+6)], "\n      "), strings.Join(g[i:min(len(g), i+6)], "\n      "))
}
