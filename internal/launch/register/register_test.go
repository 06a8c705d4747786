package register

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"howett.net/plist"
)

func TestDefaultsKeepOtherEntries(t *testing.T) {
	ours := mimeType + "=" + desktopName + ";"
	for _, c := range []struct{ what, before, set, dropped string }{
		{"no file", "", "[Default Applications]\n" + ours + "\n", "[Default Applications]\n"},
		{"other types", "[Default Applications]\ntext/html=firefox.desktop;\n",
			"[Default Applications]\n" + ours + "\ntext/html=firefox.desktop;\n", "[Default Applications]\ntext/html=firefox.desktop;\n"},
		{"another handler", "[Default Applications]\n" + mimeType + "=other.desktop;\n",
			"[Default Applications]\n" + mimeType + "=" + desktopName + ";other.desktop;\n", "[Default Applications]\n" + mimeType + "=other.desktop;\n"},
		{"already ours", "[Default Applications]\n" + ours + "\n", "[Default Applications]\n" + ours + "\n", "[Default Applications]\n"},
		{"another section only", "# mine\n[Added Associations]\n" + mimeType + "=x.desktop;\n",
			"# mine\n[Added Associations]\n" + mimeType + "=x.desktop;\n\n[Default Applications]\n" + ours + "\n",
			"# mine\n[Added Associations]\n" + mimeType + "=x.desktop;\n\n[Default Applications]\n"},
	} {
		set := setDefault(c.before)
		if set != c.set {
			t.Errorf("%s: set gives\n%s\nwant\n%s", c.what, set, c.set)
		}
		if again := setDefault(set); again != set {
			t.Errorf("%s: set twice gives\n%s", c.what, again)
		}
		if got := dropDefault(set); got != c.dropped {
			t.Errorf("%s: dropped gives\n%s\nwant\n%s", c.what, got, c.dropped)
		}
	}
	if got := dropDefault("[Default Applications]\na/b=c.desktop;\n"); got != "[Default Applications]\na/b=c.desktop;\n" {
		t.Errorf("changed without a line of ours: %q", got)
	}
}

func FuzzDefaults(f *testing.F) {
	f.Add("[Default Applications]\na/b=c.desktop;\n")
	f.Fuzz(func(t *testing.T, text string) {
		set := setDefault(text)
		if again := setDefault(set); again != set {
			t.Errorf("%q: set twice differs: %q, %q", text, set, again)
		}
		if strings.Count(text, desktopName) == 0 && strings.Contains(dropDefault(set), desktopName) {
			t.Errorf("%q: still present after dropDefault", text)
		}
	})
}

func TestUnregisterRestoresTheFiles(t *testing.T) {
	dir := t.TempDir()
	x := xdg{filepath.Join(dir, "data"), filepath.Join(dir, "config")}
	if err := os.MkdirAll(x.config, 0o700); err != nil {
		t.Fatal(err)
	}
	const before = "[Default Applications]\ntext/html=firefox.desktop;\n"
	if err := os.WriteFile(x.mimeapps(), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		r, err := x.add(`/opt/my "games"/100% doom$/doomhost`)
		if err != nil || r.Changed != want {
			t.Fatalf("%+v, %v, want changed %v", r, err, want)
		}
	}
	text, err := os.ReadFile(x.desktop())
	if err != nil {
		t.Fatal(err)
	}
	if want := `Exec="/opt/my \\"games\\"/100%% doom\\$/doomhost" open-url %u`; !strings.Contains(string(text), want+"\n") {
		t.Errorf("no %s in\n%s", want, text)
	}
	if text := desktopFile("/usr/bin/doomhost"); !strings.Contains(text, "Exec=/usr/bin/doomhost open-url %u\n") {
		t.Errorf("quotes that xdg-open does not understand:\n%s", text)
	}
	if r, err := x.remove(); err != nil || !r.Changed {
		t.Fatalf("%+v, %v", r, err)
	}
	after, err := os.ReadFile(x.mimeapps())
	if err != nil || string(after) != before {
		t.Errorf("mimeapps.list is now %q (%v)", after, err)
	}
	if info, err := os.Stat(x.mimeapps()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its rights are now %v (%v)", info.Mode(), err)
	}
	if r, err := x.remove(); err != nil || r.Changed {
		t.Errorf("a second time: %+v, %v", r, err)
	}
}

func TestForeignDesktopFileStays(t *testing.T) {
	dir := t.TempDir()
	x := xdg{dir, dir}
	if err := os.MkdirAll(x.applications(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(x.desktop(), []byte("[Desktop Entry]\nExec=mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := x.add("/bin/doomhost"); !errors.Is(err, ErrForeign) {
		t.Errorf("overwritten: %v", err)
	}
	if r, err := x.remove(); err != nil || r.Changed {
		t.Errorf("removed: %+v, %v", r, err)
	}
}

// memory is a registry in memory.
type memory map[string]string

func (m memory) get(key, name string) (string, error) { return m[key+"|"+name], nil }
func (m memory) set(key, name, value string) error    { m[key+"|"+name] = value; return nil }
func (m memory) remove(key string) error {
	for k := range m {
		if strings.HasPrefix(k, key+"|") || strings.HasPrefix(k, key+`\`) {
			delete(m, k)
		}
	}
	return nil
}

func TestRegistryClasses(t *testing.T) {
	m := memory{}
	const program = `C:\Users\Ada\Games\doomhost.exe`
	if r, err := addClasses(m, program); err != nil || !r.Changed {
		t.Fatalf("%+v, %v", r, err)
	}
	for key, want := range map[string]string{
		"doomhost|":                    "URL:doomhost",
		`doomhost\DefaultIcon|`:        program + ",0",
		`doomhost\shell\open\command|`: `"` + program + `" open-url "%1"`,
	} {
		if m[key] != want {
			t.Errorf("%s is %q, want %q", key, m[key], want)
		}
	}
	if _, ok := m["doomhost|URL Protocol"]; !ok {
		t.Error("no URL Protocol: Windows does not recognize the scheme")
	}
	if r, err := addClasses(m, program); err != nil || r.Changed {
		t.Errorf("again: %+v, %v", r, err)
	}
	if r, err := removeClasses(m); err != nil || !r.Changed || len(m) != 0 {
		t.Errorf("removed: %+v, %v, left %v", r, err, m)
	}
	if r, err := removeClasses(m); err != nil || r.Changed {
		t.Errorf("removed again: %+v, %v", r, err)
	}
}

func TestForeignClassesStay(t *testing.T) {
	for _, command := range []string{`"C:\other.exe" "%1"`, `C:\doomhost.exe open-url "%1"`, `"C:\doomhost\evil.exe" open-url "%1"`, `"C:\doomhost.exe" "%1"`} {
		m := memory{commandKey + "|": command}
		if _, err := addClasses(m, `C:\doomhost.exe`); !errors.Is(err, ErrForeign) {
			t.Errorf("%s was overwritten: %v", command, err)
		}
		if r, err := removeClasses(m); err != nil || r.Changed || len(m) != 1 {
			t.Errorf("%s was removed: %+v, %v", command, r, err)
		}
	}
}

func TestBundle(t *testing.T) {
	if got := bundleOf("/Applications/doomhost.app/Contents/MacOS/doomhost"); got != "/Applications/doomhost.app" {
		t.Errorf("bundle %q", got)
	}
	if got := bundleOf("/usr/local/bin/doomhost"); got != "" {
		t.Errorf("bundle %q of a bare program", got)
	}
	data, err := infoPlist()
	if err != nil {
		t.Fatal(err)
	}
	var info struct {
		Executable string `plist:"CFBundleExecutable"`
		Agent      bool   `plist:"LSUIElement"`
		Types      []struct {
			Schemes []string `plist:"CFBundleURLSchemes"`
		} `plist:"CFBundleURLTypes"`
	}
	if _, err := plist.Unmarshal(data, &info); err != nil {
		t.Fatal(err)
	}
	if info.Executable != "doomhost" || !info.Agent || len(info.Types) != 1 || !slices.Equal(info.Types[0].Schemes, []string{scheme}) {
		t.Errorf("%+v in:\n%s", info, data)
	}
	if !ourPlist(data) {
		t.Errorf("not ours:\n%s", data)
	}
	foreign := strings.ReplaceAll(string(data), bundleMarker, "AnothersMarker")
	for _, other := range []string{foreign, strings.Replace(foreign, "<dict>", "<!-- <key>"+bundleMarker+"</key> --><dict>", 1), "no plist", ""} {
		if ourPlist([]byte(other)) {
			t.Errorf("ours:\n%s", other)
		}
	}
}
