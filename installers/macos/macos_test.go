package macos

import (
	"bytes"
	"debug/macho"
	"strings"
	"testing"
	"time"

	"howett.net/plist"

	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/installers/tiny"
)

func release(t testing.TB) product.Product { return tiny.Release(t, "v1.2.3-4-gabc1234") }

func programs(t testing.TB) [][]byte {
	return [][]byte{tiny.Program(t, "darwin", "amd64"), tiny.Program(t, "darwin", "arm64")}
}

func bundle(t testing.TB, thin [][]byte) pack.Tree {
	t.Helper()
	var extra pack.Tree
	extra.Add("LICENSE", []byte("GPL"))
	extra.Add("wads/freedoom1.wad", []byte("IWAD"))
	app, err := Bundle(Parts{Product: release(t), Programs: thin, Icon: []byte("icns"), Extra: extra})
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func TestBundleIsSealedAndAnyChangeBreaksTheSeal(t *testing.T) {
	app := bundle(t, programs(t))
	if err := Verify(app); err != nil {
		t.Fatal(err)
	}
	for i := range app {
		if strings.HasSuffix(app[i].Name, "PkgInfo") {
			continue // eight bytes that no rule covers
		}
		changed := bytes.Clone(app[i].Data)
		// In a program, a byte in the middle of the last processor's pages.
		changed[len(changed)*3/4] ^= 1
		other := append(pack.Tree{}, app...)
		other[i].Data = changed
		if err := Verify(other); err == nil {
			t.Errorf("a changed byte in %s was not found", app[i].Name)
		}
	}
	var more pack.Tree
	more.Add("doomhost.app/Contents/Resources/evil", []byte("x"))
	if err := Verify(append(more, app...)); err == nil {
		t.Error("a file that was not sealed was not found")
	}
}

func TestEqualInputGivesEqualBundles(t *testing.T) {
	thin := programs(t)
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := bundle(t, thin).Zip(w, time.Unix(1700000000, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two bundles differ")
	}
}

func TestInfoPlistNamesLinksNetworkAndVersion(t *testing.T) {
	data, err := InfoPlist(release(t))
	if err != nil {
		t.Fatal(err)
	}
	var info struct {
		Executable string   `plist:"CFBundleExecutable"`
		Identifier string   `plist:"CFBundleIdentifier"`
		Short      string   `plist:"CFBundleShortVersionString"`
		Build      string   `plist:"CFBundleVersion"`
		Bonjour    []string `plist:"NSBonjourServices"`
		Network    string   `plist:"NSLocalNetworkUsageDescription"`
		URLTypes   []struct {
			Schemes []string `plist:"CFBundleURLSchemes"`
		} `plist:"CFBundleURLTypes"`
	}
	if _, err := plist.Unmarshal(data, &info); err != nil {
		t.Fatal(err)
	}
	if info.Executable != "doomhost" || info.Identifier != product.BundleID || info.Short != "1.2.3" || info.Build != "77" {
		t.Errorf("got %+v", info)
	}
	if len(info.URLTypes) != 1 || len(info.URLTypes[0].Schemes) != 1 || info.URLTypes[0].Schemes[0] != "doomhost" {
		t.Errorf("links: %+v", info.URLTypes)
	}
	if len(info.Bonjour) != 1 || info.Bonjour[0] != "_doomhost._tcp" || info.Network == "" {
		t.Errorf("network: %q, %q", info.Bonjour, info.Network)
	}
}

func TestUniversalProgramHoldsBothProcessors(t *testing.T) {
	fat, err := Program(programs(t))
	if err != nil {
		t.Fatal(err)
	}
	f, err := macho.NewFatFile(bytes.NewReader(fat))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Arches) != 2 || f.Arches[0].Cpu != macho.CpuAmd64 || f.Arches[1].Cpu != macho.CpuArm64 {
		t.Fatalf("got %d processors", len(f.Arches))
	}
	for _, a := range f.Arches {
		if a.Offset%(1<<fatAlign) != 0 {
			t.Errorf("%v begins at %d, within a page", a.Cpu, a.Offset)
		}
		if err := VerifyProgram(fat[a.Offset:a.Offset+a.Size], nil, nil); err != nil {
			t.Errorf("%v: %v", a.Cpu, err)
		}
	}
}

func TestSigningTwiceChangesNothing(t *testing.T) {
	for _, thin := range programs(t) {
		once, err := Sign(thin, product.BundleID, []byte("info"), []byte("seal"))
		if err != nil {
			t.Fatal(err)
		}
		twice, err := Sign(once, product.BundleID, []byte("info"), []byte("seal"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once, twice) {
			t.Error("a second signature differs from the first")
		}
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	m := tiny.Program(t, "darwin", "arm64")
	for n := range 2048 {
		if _, err := Sign(m[:n], "x", nil, nil); err == nil {
			t.Fatalf("signed a program that ends after %d bytes", n)
		}
	}
	if _, err := Join(m, m); err == nil {
		t.Error("joined a processor with itself")
	}
	if _, err := Join(); err == nil {
		t.Error("joined nothing")
	}
	var odd pack.Tree
	odd.Add("Frameworks/x.dylib", nil)
	if _, err := Seal(odd); err == nil {
		t.Error("sealed a file for which there is no rule")
	}
}

func FuzzSign(f *testing.F) {
	f.Add(tiny.Program(f, "darwin", "arm64")[:4096])
	f.Add([]byte{0xcf, 0xfa, 0xed, 0xfe})
	f.Fuzz(func(t *testing.T, m []byte) {
		signed, err := Sign(m, "x", nil, nil)
		if err == nil && len(signed) <= len(m)/2 {
			t.Fatal("signed a program away")
		}
	})
}
