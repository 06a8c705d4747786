package register

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"doomhost/internal/system/userdirs"
)

// desktopName is the name of the .desktop file. A system package may install one of the
// same name; the user's file takes precedence.
const desktopName = "doomhost-link.desktop"

// mimeType is the type under which desktops register a scheme.
const mimeType = "x-scheme-handler/" + scheme

// marker is a line in each .desktop file that Register writes.
const marker = "X-Doomhost-Registered=true"

// xdg holds a user's folders of the XDG Base Directory specification.
type xdg struct {
	data   string // ~/.local/share
	config string // ~/.config
}

// findXDG finds the user's folders.
func findXDG() (xdg, error) {
	data, config := userdirs.Shared()
	if data == "" || config == "" {
		return xdg{}, errors.New("find your folders: neither HOME nor XDG_DATA_HOME and XDG_CONFIG_HOME are set")
	}
	return xdg{data, config}, nil
}

func (x xdg) applications() string { return filepath.Join(x.data, "applications") }
func (x xdg) desktop() string      { return filepath.Join(x.applications(), desktopName) }
func (x xdg) mimeapps() string     { return filepath.Join(x.config, "mimeapps.list") }

// desktopFile returns a .desktop file that opens links with program.
func desktopFile(program string) string {
	return "[Desktop Entry]\nType=Application\nVersion=1.0\nName=doomhost\nComment=Open doomhost:// links\n" +
		"Exec=" + execWord(program) + " " + openVerb + " %u\n" +
		"Icon=doomhost\nTerminal=false\nNoDisplay=true\nMimeType=" + mimeType + ";\nStartupNotify=false\n" + marker + "\n"
}

// execWord quotes a word for the key Exec: first by the key's own rules, then as a value of
// the file. It leaves simple words without quotes, because xdg-open does not understand
// quotes if there is no desktop.
func execWord(s string) string {
	if !strings.ContainsAny(s, " \t\n\"'\\><~|&;$*?#()`%") {
		return s
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(s)
	quoted = strings.ReplaceAll(quoted, "%", "%%")
	return `"` + strings.ReplaceAll(quoted, `\`, `\\`) + `"`
}

// add writes the .desktop file and makes it the default.
func (x xdg) add(program string) (Result, error) {
	if err := os.MkdirAll(x.applications(), 0o755); err != nil {
		return Result{}, fmt.Errorf("register: %w", err)
	}
	old, err := os.ReadFile(x.desktop())
	if err == nil && !isOurs(old) {
		return Result{}, fmt.Errorf("register: %w: %s is not from doomhost register; remove it first", ErrForeign, x.desktop())
	}
	wrote, err := replace(x.desktop(), []byte(desktopFile(program)))
	if err != nil {
		return Result{}, fmt.Errorf("register: %w", err)
	}
	set, err := x.editDefaults(setDefault)
	if err != nil {
		return Result{}, fmt.Errorf("register: %w", err)
	}
	return Result{wrote || set, x.desktop()}, nil
}

// remove removes the file and the default, if Register wrote them.
func (x xdg) remove() (Result, error) {
	old, err := os.ReadFile(x.desktop())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return Result{}, nil
	case err != nil:
		return Result{}, fmt.Errorf("unregister: %w", err)
	case !isOurs(old):
		return Result{Where: x.desktop()}, nil
	}
	if err := os.Remove(x.desktop()); err != nil {
		return Result{}, fmt.Errorf("unregister: %w", err)
	}
	if _, err := x.editDefaults(dropDefault); err != nil {
		return Result{}, fmt.Errorf("unregister: %w", err)
	}
	return Result{true, x.desktop()}, nil
}

func isOurs(desktop []byte) bool {
	return slices.Contains(strings.Split(string(desktop), "\n"), marker)
}

// editDefaults edits mimeapps.list and reports whether it changed.
func (x xdg) editDefaults(edit func(string) string) (bool, error) {
	path := x.mimeapps()
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // keep a symbolic link to settings elsewhere
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	text := edit(string(old))
	if text == string(old) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	return replace(path, []byte(text))
}

// replace replaces a file atomically and reports whether it changed.
func replace(path string, data []byte) (bool, error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return false, nil
	}
	temp := path + ".doomhost-new"
	if err := os.WriteFile(temp, data, mode); err != nil {
		_ = os.Remove(temp) // a partial file, if the disk is full
		return false, err
	}
	if err := os.Rename(temp, path); err != nil {
		_ = os.Remove(temp)
		return false, err
	}
	return true, nil
}

const defaultsSection = "[Default Applications]"

// setDefault puts our file before all others of the scheme in mimeapps.list. It keeps all
// other lines.
func setDefault(text string) string {
	return editSection(text, func(files []string) []string {
		files = slices.DeleteFunc(files, func(f string) bool { return f == desktopName })
		return append([]string{desktopName}, files...)
	})
}

// dropDefault removes our file from the list and keeps all others.
func dropDefault(text string) string {
	return editSection(text, func(files []string) []string {
		return slices.DeleteFunc(files, func(f string) bool { return f == desktopName })
	})
}

// editSection edits the scheme's list of files in the section of defaults. It removes the
// line if the list becomes empty.
func editSection(text string, edit func([]string) []string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	line := func(files []string) string { return mimeType + "=" + strings.Join(files, ";") + ";" }
	section := -1
	in := false
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			if in = l == defaultsSection; in && section < 0 {
				section = i
			}
			continue
		}
		key, value, ok := strings.Cut(l, "=")
		if !in || !ok || strings.TrimSpace(key) != mimeType {
			continue
		}
		files := slices.DeleteFunc(strings.Split(strings.TrimSpace(value), ";"), func(f string) bool { return f == "" })
		if files = edit(files); len(files) == 0 {
			lines = slices.Delete(lines, i, i+1)
		} else {
			lines[i] = line(files)
		}
		return join(lines)
	}
	files := edit(nil)
	if len(files) == 0 {
		return text
	}
	if section < 0 {
		if len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, "")
		}
		return join(append(lines, defaultsSection, line(files)))
	}
	return join(slices.Insert(lines, section+1, line(files)))
}

func join(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
