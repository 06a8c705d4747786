package wadlib

import (
	"path/filepath"
	"strings"
	"testing"
)

func FuzzCleanName(f *testing.F) {
	for _, name := range []string{"a.wad", "../../a.wad", `C:\x\con.wad`, "NUL", "...", "", " . ", "日本.wad", "\x00\xff.zip", strings.Repeat("x", 500) + ".wad", "a."} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := CleanName(name)
		if got == "" || len(got) > maxName+1 || got != filepath.Base(got) || strings.HasPrefix(got, ".") || strings.ContainsAny(got, "/\\:*?\"<>|\x00") || CleanName(got) != got {
			t.Fatalf("%q becomes %q", name, got)
		}
	})
}
