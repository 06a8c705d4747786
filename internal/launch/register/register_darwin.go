package register

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// lsregister registers bundles with Launch Services. It is not a documented command, but
// has had this path for twenty years.
const lsregister = "/System/Library/Frameworks/CoreServices.framework/Frameworks/LaunchServices.framework/Support/lsregister"

// ownBundle returns the path of the bundle for a program outside any bundle.
func ownBundle() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find your folder: %w", err)
	}
	return filepath.Join(home, "Applications", "doomhost links.app"), nil
}

func register(program string) (Result, error) {
	app := bundleOf(program)
	changed := false
	if app == "" {
		var err error
		if app, err = ownBundle(); err != nil {
			return Result{}, err
		}
		if changed, err = makeBundle(app, program); err != nil {
			return Result{}, fmt.Errorf("register: %w", err)
		}
	}
	if out, err := exec.Command(lsregister, "-f", app).CombinedOutput(); err != nil {
		return Result{}, fmt.Errorf("register: tell Launch Services: %w: %s", err, out)
	}
	return Result{changed, app}, nil
}

func makeBundle(app, program string) (changed bool, err error) {
	path := filepath.Join(app, "Contents", "Info.plist")
	if old, err := os.ReadFile(path); err == nil && !ourPlist(old) {
		return false, fmt.Errorf("%w: %s is not from doomhost register", ErrForeign, app)
	}
	bin := filepath.Join(app, "Contents", "MacOS")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return false, err
	}
	info, err := infoPlist()
	if err != nil {
		return false, err
	}
	if changed, err = replace(path, info); err != nil {
		return false, err
	}
	// Copy the program instead of linking it: the system inspects the bundle's own file.
	data, err := os.ReadFile(program)
	if err != nil {
		return false, err
	}
	copied, err := replace(filepath.Join(bin, "doomhost"), data)
	if err != nil {
		return false, err
	}
	return changed || copied, os.Chmod(filepath.Join(bin, "doomhost"), 0o755)
}

func unregister() (Result, error) {
	app, err := ownBundle()
	if err != nil {
		return Result{}, err
	}
	data, err := os.ReadFile(filepath.Join(app, "Contents", "Info.plist"))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return Result{}, nil
	case err != nil:
		return Result{}, fmt.Errorf("unregister: %w", err)
	case !ourPlist(data):
		return Result{Where: app}, nil
	}
	if out, err := exec.Command(lsregister, "-u", app).CombinedOutput(); err != nil {
		return Result{}, fmt.Errorf("unregister: tell Launch Services: %w: %s", err, out)
	}
	if err := os.RemoveAll(app); err != nil {
		return Result{}, fmt.Errorf("unregister: %w", err)
	}
	return Result{true, app}, nil
}
