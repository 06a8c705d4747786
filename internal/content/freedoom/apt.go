package freedoom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// aptPattern matches the names of the temporary folders for packages.
const aptPattern = ".apt-*"

// childTime is how long the children of a killed program may hold its output.
const childTime = 2 * time.Second

// fromApt downloads Debian's packages and extracts the WADs: "apt-get download" and "dpkg-deb
// --fsys-tarfile" need no root and install nothing.
func fromApt(ctx context.Context, dir string, progress Progress) error {
	for _, tool := range []string{"apt-get", "dpkg-deb"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is not here", tool)
		}
	}
	tmp, err := os.MkdirTemp(dir, aptPattern)
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(tmp)

	progress("fetching Freedoom from the package mirror", 0, 0)
	if err := aptGet(ctx, tmp, "download", "freedoom", "freedm"); err != nil {
		// A fresh machine has no package lists yet: download them into our own folder.
		lists := filepath.Join(tmp, "lists", "partial")
		if mkErr := os.MkdirAll(lists, 0o755); mkErr != nil {
			return fmt.Errorf("make a temporary folder: %w", mkErr)
		}
		own := []string{"-o", "Dir::State::Lists=" + filepath.Dir(lists), "-o", "Dir::Cache=" + tmp}
		if err := aptGet(ctx, tmp, append(own, "update")...); err != nil {
			return err
		}
		if err := aptGet(ctx, tmp, append(own, "download", "freedoom", "freedm")...); err != nil {
			return err
		}
	}
	debs, err := filepath.Glob(filepath.Join(tmp, "*.deb"))
	if err != nil || len(debs) == 0 {
		return errors.New("apt-get download left no package")
	}
	for _, deb := range debs {
		if err := unpackDeb(ctx, deb, dir); err != nil {
			return err
		}
	}
	if !complete(dir) {
		return errors.New("the packages hold no freedoom1.wad and freedoom2.wad")
	}
	return nil
}

// aptGet runs apt-get in dir. It turns off apt's sandbox user, who could not write there; for
// a plain user, the option changes nothing.
func aptGet(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "apt-get", append([]string{"-q", "-o", "APT::Sandbox::User=root"}, args...)...)
	cmd.Dir = dir
	cmd.WaitDelay = childTime
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("apt-get: %w: %s", err, lastLine(out))
	}
	return nil
}

func unpackDeb(ctx context.Context, deb, dir string) (err error) {
	cmd := exec.CommandContext(ctx, "dpkg-deb", "--fsys-tarfile", deb)
	cmd.WaitDelay = childTime
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("open %s: %w", filepath.Base(deb), err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("open %s: %w", filepath.Base(deb), err)
	}
	takeErr := takeWADsFromTar(out, dir)
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("unpack %s: %w", filepath.Base(deb), err)
	}
	return takeErr
}

func lastLine(b []byte) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return lines[len(lines)-1]
}
