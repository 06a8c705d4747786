// Package userdirs finds doomhost's own folders of the user: by the XDG Base
// Directory rules, and where Windows and macOS have such folders. It makes none.
//
// All use of github.com/adrg/xdg is here. Its pitfalls, and what is done about them:
//
//   - It reads the environment once, into package-level variables: each function
//     here reads it anew, under a lock.
//   - Where there is no HOME it takes "/" for it: that is no folder of the user.
//   - The XDG variables count on Windows and macOS, too. Folders that were there
//     before they counted stay where they are.
package userdirs

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/adrg/xdg"
)

const name = "doomhost"

// Data is the folder for what the user keeps, such as WADs; "" where the user has none.
func Data() string { return own("XDG_DATA_HOME", func() string { return xdg.DataHome }) }

// State is the folder for what concerns this machine only; "" where the user has none.
func State() string { return own("XDG_STATE_HOME", func() string { return xdg.StateHome }) }

// Cache is the folder for what can be made again; "" where the user has none.
func Cache() string {
	if runtime.GOOS == "windows" {
		// The library's is a folder below, which would leave the one of old behind.
		dir, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(dir, name)
	}
	return own("XDG_CACHE_HOME", func() string { return xdg.CacheHome })
}

// Shared are the folders that programs share, for data and for settings, such as
// ~/.local/share and ~/.config; each is "" where the user has none.
func Shared() (data, config string) {
	return find("XDG_DATA_HOME", func() string { return xdg.DataHome }),
		find("XDG_CONFIG_HOME", func() string { return xdg.ConfigHome })
}

func own(variable string, dir func() string) string {
	if old := before(runtime.GOOS, variable); old != "" {
		return old
	}
	found := find(variable, dir)
	if found == "" {
		return ""
	}
	return filepath.Join(found, name)
}

// mu guards the library's variables.
var mu sync.Mutex

// find reads one of the library's variables anew.
func find(variable string, dir func() string) string {
	if _, err := os.UserHomeDir(); err != nil && !filepath.IsAbs(os.Getenv(variable)) {
		return ""
	}
	mu.Lock()
	defer mu.Unlock()
	xdg.Reload()
	return dir()
}

// before is doomhost's folder from when a system other than Linux knew no such
// variable, where it is there and the variable would lead elsewhere.
func before(goos, variable string) string {
	if os.Getenv(variable) == "" {
		return ""
	}
	var dir string
	var err error
	switch {
	case goos == "windows":
		dir, err = os.UserCacheDir() // %LocalAppData%
	case goos == "darwin" && variable == "XDG_CACHE_HOME":
		dir, err = os.UserCacheDir() // ~/Library/Caches
	case goos == "darwin":
		dir, err = os.UserConfigDir() // ~/Library/Application Support
	default:
		return ""
	}
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}
