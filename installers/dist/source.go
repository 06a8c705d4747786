package dist

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"doomhost/installers/notices"
	"doomhost/installers/product"
)

// Source is where programs and what is generated from them come from.
type Source interface {
	// Program is doomhost for a system and processor, as Go names them.
	Program(ctx context.Context, goos, goarch string) ([]byte, error)
	// Manual is the page in roff.
	Manual(ctx context.Context) ([]byte, error)
	// Completion is the script for "bash", "zsh" or "fish".
	Completion(ctx context.Context, shell string) ([]byte, error)
	// Libraries are those in the programs of all systems.
	Libraries(ctx context.Context) ([]notices.Library, error)
}

// ErrNoClient says that the browser client was not built before.
var ErrNoClient = errors.New("the browser client is not built: run make web first")

// Platform is a system and processor, as Go names them.
type Platform struct{ GOOS, GOARCH string }

// Platforms are those for which there are packages.
var Platforms = [...]Platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"darwin", "amd64"}, {"darwin", "arm64"},
}

// Checkout is the project's source tree as a Source. It keeps what it has built.
type Checkout struct {
	root    string
	work    string
	product product.Product
	built   map[Platform][]byte
}

// NewCheckout builds from the project at root, in a folder for its own files.
func NewCheckout(root, work string, p product.Product) (*Checkout, error) {
	if _, err := os.Stat(filepath.Join(root, "web", "dist", "manifest.json")); err != nil {
		return nil, ErrNoClient
	}
	return &Checkout{root: root, work: work, product: p, built: map[Platform][]byte{}}, nil
}

// Program compiles; equal sources give equal bytes on every machine.
func (c *Checkout) Program(ctx context.Context, goos, goarch string) ([]byte, error) {
	p := Platform{goos, goarch}
	if data, ok := c.built[p]; ok {
		return data, nil
	}
	bin := c.path(p)
	// The tag leaves HTTP/2 out: at plain http addresses nobody speaks it.
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "nethttpomithttp2",
		"-ldflags", "-s -w -X doomhost/internal/version.version="+c.product.Version.Stamp,
		"-o", bin, "./cmd/doomhost")
	cmd.Dir = c.root
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile for %s/%s: %w\n%s", goos, goarch, err, bytes.TrimSpace(out))
	}
	data, err := os.ReadFile(bin)
	if err != nil {
		return nil, fmt.Errorf("compile for %s/%s: %w", goos, goarch, err)
	}
	c.built[p] = data
	return data, nil
}

func (c *Checkout) path(p Platform) string {
	return filepath.Join(c.work, product.Name+"-"+p.GOOS+"-"+p.GOARCH)
}

// Manual asks the program, as this machine runs it.
func (c *Checkout) Manual(ctx context.Context) ([]byte, error) {
	return c.ask(ctx, "man", "--date", c.product.Stamp.UTC().Format(time.DateOnly))
}

// Completion asks the program, as this machine runs it.
func (c *Checkout) Completion(ctx context.Context, shell string) ([]byte, error) {
	return c.ask(ctx, "completion", shell)
}

func (c *Checkout) ask(ctx context.Context, args ...string) ([]byte, error) {
	p := Platform{runtime.GOOS, runtime.GOARCH}
	if _, err := c.Program(ctx, p.GOOS, p.GOARCH); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, c.path(p), args...).Output()
	if err != nil {
		return nil, fmt.Errorf("ask doomhost for %s: %w", args[0], err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("ask doomhost for %s: it said nothing", args[0])
	}
	return out, nil
}

// Libraries reads them from the programs, and from the client that is in each.
func (c *Checkout) Libraries(ctx context.Context) ([]notices.Library, error) {
	var programs [][]byte
	for _, p := range Platforms {
		data, err := c.Program(ctx, p.GOOS, p.GOARCH)
		if err != nil {
			return nil, err
		}
		programs = append(programs, data)
	}
	libs, err := notices.Libraries(ctx, c.root, programs...)
	if err != nil {
		return nil, err
	}
	scripts, err := notices.Vendored(filepath.Join(c.root, "web", "vendor"))
	return append(libs, scripts...), err
}
