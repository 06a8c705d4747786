package windows

import (
	"bytes"
	"debug/pe"
	"os"
	"strings"
	"testing"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"

	"doomhost/installers/icon"
	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/installers/tiny"
)

func release(t testing.TB) product.Product { return tiny.Release(t, "v1.2.3-4-gabc1234") }

func ico(t testing.TB) []byte {
	t.Helper()
	svg, err := os.ReadFile("../../web/src/page/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	ic, err := icon.Parse(svg)
	if err != nil {
		t.Fatal(err)
	}
	data, err := ic.ICO()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestProgramIsStampedWithIconAndVersion(t *testing.T) {
	exe := tiny.Program(t, "windows", "amd64")
	stamped, err := Stamp(exe, release(t), ico(t))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Stamp(exe, release(t), ico(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(stamped, again) {
		t.Error("two stamps of one program differ")
	}
	if _, err := pe.NewFile(bytes.NewReader(stamped)); err != nil {
		t.Fatal(err)
	}
	rs, err := winres.LoadFromEXE(bytes.NewReader(stamped))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rs.GetIcon(winres.ID(1)); err != nil {
		t.Error(err)
	}
	vi, err := version.FromBytes(rs.Get(winres.RT_VERSION, winres.ID(1), version.LangDefault))
	if err != nil {
		t.Fatal(err)
	}
	if vi.FileVersion != [4]uint16{1, 2, 3, 4} || !vi.Flags.Prerelease {
		t.Errorf("version %v, pre-release %v", vi.FileVersion, vi.Flags.Prerelease)
	}
	manifests := 0
	rs.WalkType(winres.RT_MANIFEST, func(winres.Identifier, uint16, []byte) bool {
		manifests++
		return true
	})
	if manifests != 1 {
		t.Errorf("%d manifests, want 1", manifests)
	}
}

func setup(t testing.TB) Setup {
	var files pack.Tree
	files.AddProgram("doomhost.exe", []byte("MZ"))
	files.Add("wads/freedoom1.wad", []byte("IWAD"))
	return Setup{Product: release(t), Files: files}
}

// lines of the script between two sections' heads.
func section(t *testing.T, script []byte, name string) string {
	t.Helper()
	_, after, ok := strings.Cut(string(script), `Section "`+name+`"`)
	body, _, ok2 := strings.Cut(after, "SectionEnd")
	if !ok || !ok2 {
		t.Fatalf("no section %s", name)
	}
	return body
}

func TestEverythingInstalledIsRemovedAndTheUsersOwnStays(t *testing.T) {
	script, err := setup(t).Script("/tmp/x")
	if err != nil {
		t.Fatal(err)
	}
	install, uninstall := section(t, script, "install"), section(t, script, "uninstall")
	for _, file := range []string{"doomhost.exe", "freedoom1.wad"} {
		if !strings.Contains(install, file) {
			t.Errorf("%s is not installed", file)
		}
	}
	for _, line := range []string{
		`Delete "$INSTDIR\doomhost.exe"`, `Delete "$INSTDIR\wads\freedoom1.wad"`, `RMDir "$INSTDIR\wads"`,
		`Delete "$SMPROGRAMS\doomhost.lnk"`, `DeleteRegKey HKCU "${CLASSES}"`, `DeleteRegKey HKCU "${UNINSTALL}"`,
		`Delete "$INSTDIR\uninstall.exe"`,
	} {
		if !strings.Contains(uninstall, line) {
			t.Errorf("the uninstaller has no %s", line)
		}
	}
	// A folder that holds something else is not ours to delete.
	if strings.Contains(uninstall, "RMDir /r") || strings.Contains(uninstall, `$LOCALAPPDATA\doomhost`) {
		t.Error("the uninstaller deletes more than was installed")
	}
	if !strings.Contains(string(script), "RequestExecutionLevel user") || strings.Contains(string(script), "HKLM") {
		t.Error("the installer wants an administrator")
	}
}

func TestFirewallIsOpenedForBothProtocolsOnPrivateNetworksAlone(t *testing.T) {
	script, err := setup(t).Script("/tmp/x")
	if err != nil {
		t.Fatal(err)
	}
	install, uninstall := section(t, script, "install"), section(t, script, "uninstall")
	for _, line := range []string{"!insertmacro Firewall TCP", "!insertmacro Firewall UDP"} {
		if !strings.Contains(install, line) {
			t.Errorf("the installer has no %s", line)
		}
	}
	if !strings.Contains(uninstall, `delete rule name=all program="$INSTDIR\doomhost.exe"`) {
		t.Error("the uninstaller leaves rules behind")
	}
	if n := strings.Count(string(script), " add rule "); n != 1 || !strings.Contains(string(script), "profile=private protocol=${PROTOCOL}") {
		t.Errorf("%d kinds of rules, want one for private networks", n)
	}
	// A netsh.exe beside a downloaded installer must not be started.
	for line := range strings.Lines(string(script)) {
		if strings.Contains(line, "netsh") && !strings.Contains(line, `"$SYSDIR\netsh.exe"`) {
			t.Errorf("another netsh may run: %s", line)
		}
	}
}

func TestNothingBreaksOutOfAStringInTheScript(t *testing.T) {
	s := setup(t)
	s.SignHook = `x" /evil "`
	if _, err := s.Script("/tmp/x"); err == nil {
		t.Error("a hook with quotes was taken")
	}
	s = setup(t)
	if _, err := s.Script(`/tmp/$x`); err == nil {
		t.Error("a folder with a dollar was taken")
	}
}
