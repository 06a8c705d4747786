package register

import (
	"fmt"
	"path"
	"strings"
)

// classes is the needed part of a registry. Keys are relative to the current user's
// Software\Classes; the name "" means a key's default value.
type classes interface {
	// get returns a value, or "" if it does not exist.
	get(key, name string) (string, error)
	// set writes a value and creates the key if necessary.
	set(key, name, value string) error
	// remove removes a key with all its subkeys. A key that does not exist is no error.
	remove(key string) error
}

const commandKey = scheme + `\shell\open\command`

// addClasses makes program the handler.
func addClasses(c classes, program string) (Result, error) {
	old, err := c.get(commandKey, "")
	if err != nil {
		return Result{}, fmt.Errorf("register: %w", err)
	}
	if old != "" && !ourCommand(old) {
		return Result{}, fmt.Errorf("register: %w: they open with %s; uninstall it first", ErrForeign, old)
	}
	command := `"` + program + `" ` + openVerb + ` "%1"`
	for _, v := range []struct{ key, name, value string }{
		{scheme, "", "URL:doomhost"},
		{scheme, "URL Protocol", ""},
		{scheme + `\DefaultIcon`, "", program + ",0"},
		{commandKey, "", command}, // last, because it makes the links work
	} {
		if err := c.set(v.key, v.name, v.value); err != nil {
			return Result{}, fmt.Errorf("register: %w", err)
		}
	}
	return Result{old != command, `HKEY_CURRENT_USER\Software\Classes\` + scheme}, nil
}

// removeClasses removes the handler if it is a doomhost.
func removeClasses(c classes) (Result, error) {
	where := `HKEY_CURRENT_USER\Software\Classes\` + scheme
	old, err := c.get(commandKey, "")
	if err != nil {
		return Result{}, fmt.Errorf("unregister: %w", err)
	}
	if old == "" {
		return Result{}, nil
	}
	if !ourCommand(old) {
		return Result{Where: where}, nil
	}
	if err := c.remove(scheme); err != nil {
		return Result{}, fmt.Errorf("unregister: %w", err)
	}
	return Result{true, where}, nil
}

// ourCommand reports whether some doomhost wrote a command: "…\doomhost.exe" open-url "%1".
func ourCommand(command string) bool {
	quoted, ok := strings.CutPrefix(command, `"`)
	program, rest, closed := strings.Cut(quoted, `"`)
	if !ok || !closed || strings.TrimSpace(rest) != openVerb+` "%1"` {
		return false
	}
	name := path.Base(strings.ReplaceAll(program, `\`, "/"))
	return strings.HasPrefix(strings.ToLower(name), "doomhost")
}
