package userdirs

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestFoldersFollowTheEnvironment(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the defaults are those of Linux")
	}
	for _, c := range []struct{ home, variable, want string }{
		{"/home/ada", "", "/home/ada/.local/share/doomhost"},
		{"/home/ada", "/data", "/data/doomhost"},
		{"/home/ada", "not/absolute", "/home/ada/.local/share/doomhost"},
		{"", "/data", "/data/doomhost"},
		{"", "", ""},
	} {
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_DATA_HOME", c.variable)
		if got := Data(); got != c.want {
			t.Errorf("HOME=%q XDG_DATA_HOME=%q: %q, want %q", c.home, c.variable, got, c.want)
		}
	}
	t.Setenv("HOME", "/home/ada")
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	data, config := Shared()
	got := [4]string{State(), Cache(), data, config}
	want := [4]string{"/home/ada/.local/state/doomhost", "/home/ada/.cache/doomhost", "/home/ada/.local/share", "/home/ada/.config"}
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestExistingFoldersStay checks folders from before XDG variables applied on Windows and
// macOS.
func TestExistingFoldersStay(t *testing.T) {
	// UserCacheDir and UserConfigDir of this system stand in for those of the others.
	cache, config := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Setenv("LocalAppData", cache)
	t.Setenv("XDG_DATA_HOME", "/elsewhere")
	if runtime.GOOS != "linux" {
		t.Skip("the folders are told by Linux' variables here")
	}
	for goos, parent := range map[string]string{"windows": cache, "darwin": config} {
		if got := before(goos, "XDG_DATA_HOME"); got != "" {
			t.Errorf("%s: %q does not exist", goos, got)
		}
		want := filepath.Join(parent, name)
		if err := os.Mkdir(want, 0o755); err != nil {
			t.Fatal(err)
		}
		if got := before(goos, "XDG_DATA_HOME"); got != want {
			t.Errorf("%s: %q, want %q", goos, got, want)
		}
	}
	if got := before("linux", "XDG_DATA_HOME"); got != "" {
		t.Errorf("Linux: %q", got)
	}
	t.Setenv("XDG_DATA_HOME", "")
	if got := before("darwin", "XDG_DATA_HOME"); got != "" {
		t.Errorf("without a variable: %q", got)
	}
}
