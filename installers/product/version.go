package product

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Version is a state of the project as git describes it, and spells itself as
// each packaging system wants it, so that every system orders versions as they
// were made: v1.2.0-rc.1 < v1.2.0 < v1.2.0-3-gabc1234 < v1.2.1.
type Version struct {
	Stamp   string // as stamped into the binary: what git describe says
	Major   int
	Minor   int
	Patch   int
	Pre     string // pre-release such as "rc.1", or empty
	Commits int    // commits since the tag, or in all where there is no tag
	Hash    string // abbreviated commit, empty when a tag was built
	Dirty   bool   // the tree had changes that are in no commit
	Build   int    // commits in all: grows with every build that differs
}

var (
	tagged   = regexp.MustCompile(`^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.]+))??(?:-(\d+)-g([0-9a-f]+))?(-dirty)?$`)
	untagged = regexp.MustCompile(`^([0-9a-f]{7,40})(-dirty)?$`)
)

// ParseVersion reads the output of "git describe --tags --always --dirty" and
// the number of commits that lead to it.
func ParseVersion(describe string, commits int) (Version, error) {
	v := Version{Stamp: describe, Build: commits}
	if m := untagged.FindStringSubmatch(describe); m != nil {
		v.Commits, v.Hash, v.Dirty = commits, m[1], m[2] != ""
		return v, nil
	}
	m := tagged.FindStringSubmatch(describe)
	if m == nil {
		return v, fmt.Errorf("read the version %q: it is neither like v1.2.3 or v1.2.3-rc.1 nor what git describe makes of that", describe)
	}
	var err error
	for i, field := range []*int{&v.Major, &v.Minor, &v.Patch} {
		if *field, err = strconv.Atoi(m[i+1]); err != nil {
			return v, fmt.Errorf("read the version %q: %w", describe, err)
		}
	}
	if m[5] != "" {
		if v.Commits, err = strconv.Atoi(m[5]); err != nil {
			return v, fmt.Errorf("read the version %q: %w", describe, err)
		}
	}
	v.Pre, v.Hash, v.Dirty = m[4], m[6], m[7] != ""
	return v, nil
}

// Core is the three numbers, as in "1.2.3".
func (v Version) Core() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// local is what follows the number of a build that no tag names.
func (v Version) local(join string) string {
	var parts []string
	if v.Hash != "" {
		parts = append(parts, strconv.Itoa(v.Commits), "g"+v.Hash)
	}
	if v.Dirty {
		parts = append(parts, "dirty")
	}
	return strings.Join(parts, join)
}

// Deb is the version for dpkg and rpm, in both of which "~" sorts before the
// release and "+" after it.
func (v Version) Deb() string {
	s := v.Core()
	if v.Pre != "" {
		s += "~" + v.Pre
	}
	if l := v.local("."); l != "" {
		s += "+" + l
	}
	return s
}

// Arch is the version for pacman, which knows no "~" but sorts letters that
// follow a number before it.
func (v Version) Arch() string {
	s := v.Core() + v.Pre
	if l := v.local("."); l != "" {
		s += "+" + l
	}
	return s
}

// Apk is the version for apk, which knows named suffixes alone: no hash fits.
func (v Version) Apk() string {
	s := v.Core()
	if v.Pre != "" {
		name := strings.TrimRight(v.Pre, ".0123456789")
		number := strings.ReplaceAll(strings.TrimLeft(v.Pre[len(name):], "."), ".", "")
		switch name {
		case "alpha", "beta", "rc", "pre":
		default:
			name = "pre"
		}
		s += "_" + name + number
	}
	if v.Commits > 0 {
		s += "_git" + strconv.Itoa(v.Commits)
	}
	return s
}

// File is the version in names of files.
func (v Version) File() string {
	s := v.Core()
	if v.Pre != "" {
		s += "-" + v.Pre
	}
	if l := v.local("-"); l != "" {
		s += "-" + l
	}
	return s
}

// Windows is the version of a Windows resource: four numbers of 16 bits.
func (v Version) Windows() [4]uint16 {
	return [4]uint16{clip16(v.Major), clip16(v.Minor), clip16(v.Patch), clip16(v.Commits)}
}

func clip16(n int) uint16 { return uint16(min(n, 0xffff)) }
