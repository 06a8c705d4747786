// Package freedoom brings Freedoom's WADs to a folder: out of Debian's packages
// where apt is at hand, from the official release by checksum elsewhere. It asks
// for no privileges and changes nothing outside the folder it is given. Fetch
// runs in the caller's goroutine and starts none that outlives it.
package freedoom

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrNoNetwork is returned when neither apt nor the release could be reached.
var ErrNoNetwork = errors.New(`Freedoom could not be fetched: no package mirror and no download answered.
What to do: connect to the internet and try again, or install the package "freedoom"
of your system, or put freedoom1.wad or freedoom2.wad into a folder and start with --wads FOLDER`)

// Names are the WADs that Fetch looks for; the first two are what it needs.
var Names = [...]string{"freedoom1.wad", "freedoom2.wad", "freedm.wad"}

// Progress is told what goes on: a text, and how many bytes of total are there
// (total 0: unknown).
type Progress func(what string, done, total int64)

// SystemDirs are the folders in which packages put Freedoom.
func SystemDirs() []string {
	return []string{
		"/usr/share/games/doom", "/usr/local/share/games/doom", "/usr/share/doom",
		"/usr/share/games/freedoom", "/opt/homebrew/share/games/doom",
	}
}

// Find returns the first of the folders that holds both Freedoom phases.
func Find(dirs ...string) (string, bool) {
	for _, dir := range dirs {
		if complete(dir) {
			return dir, true
		}
	}
	return "", false
}

func complete(dir string) bool {
	for _, name := range Names[:2] {
		if fi, err := os.Stat(filepath.Join(dir, name)); err != nil || fi.Size() == 0 {
			return false
		}
	}
	return true
}

// Fetch puts Freedoom's WADs into dir, unless they are there. It tries apt
// first, then the official release, and joins both errors to ErrNoNetwork.
func Fetch(ctx context.Context, dir string, progress Progress) error {
	if complete(dir) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the WAD folder: %w", err)
	}
	aptErr := fromApt(ctx, dir, progress)
	if aptErr == nil {
		return nil
	}
	relErr := fromRelease(ctx, dir, release, progress)
	if relErr == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w\n(apt: %v; release: %v)", ErrNoNetwork, aptErr, relErr)
}
