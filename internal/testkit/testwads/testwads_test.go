package testwads

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// failing records how a test that needs a WAD fails.
type failing struct {
	testing.TB
	message string
}

func (f *failing) Helper() {}

func (f *failing) Fatal(args ...any) { f.Fatalf("%s", fmt.Sprint(args...)) }

func (f *failing) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// A missing WAD fails the test with a message that says what to do.
func TestMissingWADFailsTheTest(t *testing.T) {
	for name, ask := range map[string]func(t testing.TB){
		"IWAD": func(t testing.TB) { IWAD(t, "nosuchgame") },
		"PWAD": func(t testing.TB) { PWAD(t, "nosuchgame") },
	} {
		f := &failing{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			ask(f)
		}()
		<-done
		if !strings.Contains(f.message, "nosuchgame.wad") {
			t.Errorf("%s: the test fails with %q", name, f.message)
		}
		if name == "IWAD" && (!strings.Contains(f.message, "install") || !strings.Contains(f.message, "DOOMWADDIR")) {
			t.Errorf("%s: %q does not say what to do", name, f.message)
		}
	}
}

func TestDOOMWADDIRComesFirst(t *testing.T) {
	dir := t.TempDir()
	want := filepath.Join(dir, "freedoom2.wad")
	if err := os.WriteFile(want, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DOOMWADDIR", dir)
	if got := Path(t, "freedoom2"); got != want {
		t.Errorf("freedoom2 is %s, want %s", got, want)
	}
	if got := string(IWAD(t, "freedoom2")); got != "mine" {
		t.Errorf("it holds %q", got)
	}
}

func TestPWADs(t *testing.T) {
	for _, name := range PWADs() {
		if data := PWAD(t, name); string(data[:4]) != "PWAD" {
			t.Errorf("%s begins with %q", name, data[:4])
		}
	}
}
