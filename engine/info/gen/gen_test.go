package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := Generate("../data")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what engine/info/data says (%v): run go generate in engine/info", name, err)
		}
	}
}

func TestNamesOfFollowingStates(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"POSS_STND", "POSS_STND2"}, {"POSS_RUN1", "POSS_RUN2"}, {"FIRE9", "FIRE10"}, {"TFOG01", "TFOG02"},
		{"BON1A", "BON1B"}, {"TECH2LAMP", "TECH2LAMP2"}, {"BAR1", "BAR2"},
	} {
		if got := following(c.name); got != c.want {
			t.Errorf("behind %s comes %s, want %s", c.name, got, c.want)
		}
	}
}
