//go:build unix && !darwin

package register

import "os/exec"

func register(program string) (Result, error) {
	return withXDG(func(x xdg) (Result, error) { return x.add(program) })
}

func unregister() (Result, error) { return withXDG(xdg.remove) }

func withXDG(change func(xdg) (Result, error)) (Result, error) {
	x, err := findXDG()
	if err != nil {
		return Result{}, err
	}
	r, err := change(x)
	if err == nil && r.Changed {
		// Some desktops read a cache first. Ignore the error: a system without this program
		// has no cache.
		_ = exec.Command("update-desktop-database", "-q", x.applications()).Run()
	}
	return r, err
}
