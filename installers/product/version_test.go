package product

import (
	"regexp"
	"testing"
)

func TestVersionIsSpelledAsEachSystemWantsIt(t *testing.T) {
	for _, c := range []struct {
		describe             string
		commits              int
		deb, arch, apk, file string
		windows              [4]uint16
	}{
		{"v1.2.3", 50, "1.2.3", "1.2.3", "1.2.3", "1.2.3", [4]uint16{1, 2, 3, 0}},
		{"v1.2.3-rc.1", 50, "1.2.3~rc.1", "1.2.3rc.1", "1.2.3_rc1", "1.2.3-rc.1", [4]uint16{1, 2, 3, 0}},
		{"v1.2.3-nightly", 50, "1.2.3~nightly", "1.2.3nightly", "1.2.3_pre", "1.2.3-nightly", [4]uint16{1, 2, 3, 0}},
		{"v1.2.3-4-gabc1234", 54, "1.2.3+4.gabc1234", "1.2.3+4.gabc1234", "1.2.3_git4", "1.2.3-4-gabc1234", [4]uint16{1, 2, 3, 4}},
		{"v1.2.3-rc.1-4-gabc1234-dirty", 54, "1.2.3~rc.1+4.gabc1234.dirty", "1.2.3rc.1+4.gabc1234.dirty", "1.2.3_rc1_git4", "1.2.3-rc.1-4-gabc1234-dirty", [4]uint16{1, 2, 3, 4}},
		{"abc1234", 106, "0.0.0+106.gabc1234", "0.0.0+106.gabc1234", "0.0.0_git106", "0.0.0-106-gabc1234", [4]uint16{0, 0, 0, 106}},
		{"abc1234-dirty", 70000, "0.0.0+70000.gabc1234.dirty", "0.0.0+70000.gabc1234.dirty", "0.0.0_git70000", "0.0.0-70000-gabc1234-dirty", [4]uint16{0, 0, 0, 65535}},
	} {
		v, err := ParseVersion(c.describe, c.commits)
		if err != nil {
			t.Error(err)
			continue
		}
		if v.Deb() != c.deb || v.Arch() != c.arch || v.Apk() != c.apk || v.File() != c.file || v.Windows() != c.windows {
			t.Errorf("%s: deb %s, arch %s, apk %s, file %s, windows %v", c.describe, v.Deb(), v.Arch(), v.Apk(), v.File(), v.Windows())
		}
		if v.Stamp != c.describe || v.Build != c.commits {
			t.Errorf("%s: stamp %s, build %d", c.describe, v.Stamp, v.Build)
		}
	}
}

func TestWhatIsNoVersionIsRefused(t *testing.T) {
	for _, s := range []string{"", "dev", "1.2", "v1.2.3.4", "v1.2.3 ", "v1.2.3-", "99999999999999999999.0.0"} {
		if v, err := ParseVersion(s, 1); err == nil {
			t.Errorf("%q was read as %+v", s, v)
		}
	}
}

// What each system's documentation allows in a version.
var grammar = map[string]*regexp.Regexp{
	"deb":  regexp.MustCompile(`^[0-9][0-9A-Za-z.+~]*$`),
	"arch": regexp.MustCompile(`^[0-9A-Za-z._+]+$`),
	"apk":  regexp.MustCompile(`^[0-9]+(\.[0-9]+)*[a-z]?(_(alpha|beta|pre|rc|cvs|svn|git|hg|p)[0-9]*)*$`),
}

func FuzzVersionsStayWithinTheGrammar(f *testing.F) {
	f.Add("v1.2.3-rc.1-4-gabc1234-dirty", 3)
	f.Add("abcdef0", 1)
	f.Add("v0.0.0-0.0", 1)
	f.Fuzz(func(t *testing.T, describe string, commits int) {
		v, err := ParseVersion(describe, max(commits, 0))
		if err != nil {
			return
		}
		for name, s := range map[string]string{"deb": v.Deb(), "arch": v.Arch(), "apk": v.Apk()} {
			if !grammar[name].MatchString(s) {
				t.Errorf("%q: %s version %q", describe, name, s)
			}
		}
	})
}
