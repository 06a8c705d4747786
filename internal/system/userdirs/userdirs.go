// Package userdirs finds doomhost's folders of the current user: by the XDG Base Directory
// specification, and in the usual places of Windows and macOS. It creates none.
//
// It contains all use of github.com/adrg/xdg and handles that library's pitfalls:
//
//   - The library reads the environment once, into package-level variables; the
//     functions here read it again at each call, under a lock.
//   - Without HOME it uses "/", which is no folder of the user.
//   - It applies the XDG variables on Windows and macOS, too. Existing folders from
//     before doomhost used it stay in place.
package userdirs

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/adrg/xdg"
)

const name = "doomhost"

// Data returns the folder for the user's files, such as WADs, or "" if there is none.
func Data() string { return own("XDG_DATA_HOME", func() string { return xdg.DataHome }) }

// State returns the folder for files that belong to this machine only, or "" if there is
// none.
func State() string { return own("XDG_STATE_HOME", func() string { return xdg.StateHome }) }

// Cache returns the folder for files that can be made again, or "" if there is none.
func Cache() string {
	if runtime.GOOS == "windows" {
		// The library uses a subfolder, which would abandon the existing cache.
		dir, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(dir, name)
	}
	return own("XDG_CACHE_HOME", func() string { return xdg.CacheHome })
}

// Shared returns the folders that programs share, for data and for settings, such as
// ~/.local/share and ~/.config; each is "" if there is none.
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

// find reads one of the library's variables after a reload.
func find(variable string, dir func() string) string {
	if _, err := os.UserHomeDir(); err != nil && !filepath.IsAbs(os.Getenv(variable)) {
		return ""
	}
	mu.Lock()
	defer mu.Unlock()
	xdg.Reload()
	return dir()
}

// before returns doomhost's existing folder on Windows or macOS from before XDG variables
// applied there, if the variable would now lead elsewhere.
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
