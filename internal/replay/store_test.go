package replay

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"doomhost/relay/wire"
)

// Two doomhost processes may store their replays in the same folder.
func TestWhatAnotherDoomhostWritesIsNotDeleted(t *testing.T) {
	dir := t.TempDir()
	one, other := NewStore(Config{Dir: dir, Limit: 1}), NewStore(Config{Dir: dir, Limit: 1})
	const id = "20260101-000000"
	one.begin(id)
	w, err := create(one.path(id), &Header{Params: wire.DefaultParams()})
	if err != nil {
		t.Fatal(err)
	}
	// The other store may have begun a game in the same second and found the name taken.
	other.begin(id)
	other.forget(id)
	other.prune()
	if _, f, err := other.open(id); err != nil {
		t.Fatalf("a recording that goes on: %v", err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	// Nobody has written to the file for a while, so it no longer counts as being written.
	age(t, one.path(id))
	other.prune()
	if _, _, err := other.open(id); !errors.Is(err, ErrUnknown) {
		t.Errorf("an old one, over the limit: %v", err)
	}
}

func TestNothingIsLeftOfAFileThatCannotBeBegun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full"+extension)
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path) // read-only, so that writes fail
	if err != nil {
		t.Fatal(err)
	}
	if _, err := begin(f, []byte("{}")); err == nil {
		t.Fatal("it was written to")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file: %v", err)
	}
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("its descriptor: %v", err)
	}
}
