package linux

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/installers/tiny"
)

func release(t testing.TB) product.Product { return tiny.Release(t, "v1.2.3-rc.1") }

func sample() pack.Tree {
	var tree pack.Tree
	tree.AddProgram("usr/bin/doomhost", []byte("program"))
	tree.Add("usr/share/doc/doomhost/copyright", []byte("GPL"))
	tree.Add("usr/share/licenses/doomhost/LICENSE", []byte("GPL"))
	return tree
}

// control reads the control part of a .deb: an ar archive of three members.
func control(t *testing.T, deb []byte) map[string]string {
	t.Helper()
	rest, ok := bytes.CutPrefix(deb, []byte("!<arch>\n"))
	if !ok {
		t.Fatalf("no .deb: % x", deb[:8])
	}
	for len(rest) >= 60 {
		name := strings.TrimRight(string(rest[:16]), " /")
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil {
			t.Fatal(err)
		}
		body := rest[60 : 60+size]
		rest = rest[60+size+size%2:]
		if name != "control.tar.gz" {
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for tr := tar.NewReader(z); ; {
			h, err := tr.Next()
			if errors.Is(err, io.EOF) {
				return files
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(tr)
			if err != nil {
				t.Fatal(err)
			}
			files[strings.TrimPrefix(h.Name, "./")] = string(data)
		}
	}
	t.Fatal("there is no control part")
	return nil
}

func TestDebSaysWhatItIsAndRecommendsFreedoom(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, Deb, release(t), "arm64", sample(), Keys{}); err != nil {
		t.Fatal(err)
	}
	files := control(t, b.Bytes())
	for _, line := range []string{
		"Package: doomhost", "Version: 1.2.3~rc.1", "Architecture: arm64", "Section: games", "Recommends: freedoom | doom-wad, xdg-utils",
		"Maintainer: " + product.DefaultMaintainer, "Description: " + product.Summary,
	} {
		if !strings.Contains("\n"+files["control"], "\n"+line+"\n") {
			t.Errorf("the control file lacks %q:\n%s", line, files["control"])
		}
	}
	for _, line := range strings.Split(files["control"], "\n") {
		if len(line) > 80 {
			t.Errorf("%d characters in a line: %s", len(line), line)
		}
	}
}

func TestScriptsSayWhereDataIsAndTouchNoService(t *testing.T) {
	for _, f := range Formats {
		dir := t.TempDir()
		info := describe(f, release(t), "amd64")
		if err := addScripts(info, f, dir); err != nil {
			t.Fatal(err)
		}
		tree, err := pack.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, script := range tree {
			text := string(script.Data)
			said = said || strings.Contains(text, product.UserData("linux"))
			for _, word := range []string{"systemctl", "kill", "rm ", "xdg-mime", "update-"} {
				if strings.Contains(text, word) {
					t.Errorf("%s: a script does more than speak: %s", f, text)
				}
			}
		}
		if !said {
			t.Errorf("%s: nobody says where the user's data is", f)
		}
	}
}

func TestEveryFormatTakesBothProcessorsAndGivesEqualBytes(t *testing.T) {
	for _, f := range Formats {
		for _, arch := range []string{"amd64", "arm64"} {
			var one, two bytes.Buffer
			for _, w := range []*bytes.Buffer{&one, &two} {
				if err := Write(w, f, release(t), arch, sample(), Keys{}); err != nil {
					t.Fatalf("%s for %s: %v", f, arch, err)
				}
			}
			if one.Len() == 0 || !bytes.Equal(one.Bytes(), two.Bytes()) {
				t.Errorf("%s for %s: %d bytes, then %d others", f, arch, one.Len(), two.Len())
			}
		}
	}
}

func TestKeyThatIsNotThereStopsTheBuild(t *testing.T) {
	for _, f := range []Format{Deb, RPM, Apk} {
		if err := Write(io.Discard, f, release(t), "amd64", sample(), Keys{PGP: "/nonexistent/key", APK: "/nonexistent/key"}); err == nil {
			t.Errorf("%s: was built without its signature", f)
		}
	}
}
