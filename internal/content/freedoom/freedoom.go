// Package freedoom fetches Freedoom's WADs into a folder: from Debian's packages if apt is
// available, else from the official release, verified by checksum. It needs no privileges and
// changes nothing outside the given folder. Fetch runs in the caller's goroutine and starts
// none that outlives it.
package freedoom

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// ErrNoNetwork is the error if neither apt nor the release can be reached.
var ErrNoNetwork = errors.New(`Freedoom could not be fetched: no package mirror and no download answered.
What to do: connect to the internet and try again, or install the package "freedoom"
of your system, or put freedoom1.wad or freedoom2.wad into a folder and start with --wads FOLDER`)

// Names are the WADs that Fetch looks for; the first two are required.
var Names = [...]string{"freedoom1.wad", "freedoom2.wad", "freedm.wad"}

// Progress receives what happens now and how many bytes of total are done (total 0: unknown).
type Progress func(what string, done, total int64)

// SystemDirs returns the folders in which packages install Freedoom.
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

// Source says where Freedoom comes from. The zero value means Debian's packages if apt is
// available, else the official release.
type Source struct {
	URL    string // of a zip that contains the WADs
	SHA256 string // of the zip, 64 hex digits
}

// ParseSource reads "URL#sha256=SUM"; empty is the zero Source.
func ParseSource(text string) (Source, error) {
	if text == "" {
		return Source{}, nil
	}
	address, sum, _ := strings.Cut(text, "#sha256=")
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return Source{}, errors.New("write it as http://ADDRESS/FILE.zip#sha256=SUM")
	}
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size {
		return Source{}, errors.New("the zip's SHA-256 is missing, 64 hex digits: " +
			"write it as http://ADDRESS/FILE.zip#sha256=SUM")
	}
	return Source{address, strings.ToLower(sum)}, nil
}

// Fetch puts Freedoom's WADs into dir, unless they are there already, from the zero Source.
func Fetch(ctx context.Context, dir string, progress Progress) error {
	return Source{}.Fetch(ctx, dir, progress)
}

// Fetch puts Freedoom's WADs into dir, unless they are there already. If nothing can be
// reached, the error is ErrNoNetwork, with the reasons.
func (s Source) Fetch(ctx context.Context, dir string, progress Progress) error {
	if complete(dir) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the WAD folder: %w", err)
	}
	forget(dir)
	if s != (Source{}) {
		if err := fromRelease(ctx, dir, download{s.URL, s.SHA256}, progress); err != nil {
			return fmt.Errorf("Freedoom could not be fetched from %s: check that address and the way to it, "+
				"then try again (%w)", s.URL, err)
		}
		return nil
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
	var disk *fs.PathError
	if errors.As(relErr, &disk) {
		return fmt.Errorf("Freedoom could not be kept: %w", relErr)
	}
	return fmt.Errorf("%w\n(apt: %v; release: %v)", ErrNoNetwork, aptErr, relErr)
}

// forget removes what a killed fetch left behind. Only one fetch works in a folder at a time.
func forget(dir string) {
	patterns := []string{aptPattern}
	for _, name := range Names {
		patterns = append(patterns, halfOf(name))
	}
	for _, pattern := range patterns {
		left, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			continue
		}
		for _, path := range left {
			_ = os.RemoveAll(path)
		}
	}
}
