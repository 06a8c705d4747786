package macos

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/blacktop/go-macho"
	"github.com/blacktop/go-macho/pkg/codesign/types"
	"howett.net/plist"

	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// Verify checks a bundle as macOS does before it starts one, with a reader of
// Mach-O files and signatures that is not ours: each processor's program is
// signed, its pages and the files that it seals have the sums that the signature
// tells, and no file is there that the seal does not know.
func Verify(app pack.Tree) error {
	root := product.Name + ".app/Contents/"
	program, ok := app.Find(root + "MacOS/" + product.Name)
	if !ok {
		return errors.New("verify the bundle: it has no program")
	}
	info, ok := app.Find(root + "Info.plist")
	if !ok {
		return errors.New("verify the bundle: it has no Info.plist")
	}
	seal, ok := app.Find(root + "_CodeSignature/CodeResources")
	if !ok {
		return errors.New("verify the bundle: it has no CodeResources")
	}
	if err := verifySeal(app, root, seal); err != nil {
		return fmt.Errorf("verify the bundle: %w", err)
	}
	fat, err := macho.NewFatFile(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("verify the bundle: %w", err)
	}
	if len(fat.Arches) != 2 {
		return fmt.Errorf("verify the bundle: %d processors, want 2", len(fat.Arches))
	}
	for _, a := range fat.Arches {
		thin := program[a.Offset : a.Offset+a.Size]
		if err := VerifyProgram(thin, info, seal); err != nil {
			return fmt.Errorf("verify the bundle: %s: %w", a.CPU, err)
		}
	}
	return nil
}

// VerifyProgram checks the signature of a thin Mach-O file and that it seals
// these two files, where they are not nil.
func VerifyProgram(thin, info, seal []byte) error {
	m, err := macho.NewFile(bytes.NewReader(thin))
	if err != nil {
		return err
	}
	defer m.Close()
	cs := m.CodeSignature()
	if cs == nil {
		return errors.New("it is not signed")
	}
	if len(cs.Errors) > 0 {
		return errors.Join(cs.Errors...)
	}
	if uint64(cs.Offset)+uint64(cs.Size) != uint64(len(thin)) {
		return errors.New("the signature is not its end")
	}
	if len(cs.CodeDirectories) != 1 {
		return fmt.Errorf("%d code directories, want 1", len(cs.CodeDirectories))
	}
	dir := cs.CodeDirectories[0]
	if dir.ID != product.BundleID {
		return fmt.Errorf("signed as %q", dir.ID)
	}
	if dir.Header.Flags&types.ADHOC == 0 && len(cs.CMSSignature) == 0 {
		return errors.New("neither ad hoc nor signed by a certificate")
	}
	if dir.CodeLimit != uint64(cs.Offset) {
		return fmt.Errorf("signed up to %d, the signature is at %d", dir.CodeLimit, cs.Offset)
	}
	page := 1 << dir.Header.PageSize
	if want := (int(cs.Offset) + page - 1) / page; len(dir.CodeSlots) != want {
		return fmt.Errorf("%d pages are signed of %d", len(dir.CodeSlots), want)
	}
	for i, slot := range dir.CodeSlots {
		sum := sha256.Sum256(thin[i*page : min((i+1)*page, int(cs.Offset))])
		if !bytes.Equal(sum[:], slot.Hash) {
			return fmt.Errorf("page %d is not as it was signed", i)
		}
	}
	for slot, part := range map[uint32][]byte{1: info, 3: seal} {
		if part == nil {
			continue
		}
		sum := sha256.Sum256(part)
		found := false
		for _, s := range dir.SpecialSlots {
			found = found || s.Index == slot && bytes.Equal(s.Hash, sum[:])
		}
		if !found {
			return fmt.Errorf("slot %d seals another file", slot)
		}
	}
	return nil
}

func verifySeal(app pack.Tree, root string, seal []byte) error {
	var doc struct {
		Files2 map[string]struct {
			Hash2 []byte `plist:"hash2"`
		} `plist:"files2"`
	}
	if _, err := plist.Unmarshal(seal, &doc); err != nil {
		return err
	}
	sealed := 0
	for _, f := range app {
		name, ok := strings.CutPrefix(f.Name, root)
		if !ok {
			return fmt.Errorf("%s is outside", f.Name)
		}
		if !strings.HasPrefix(name, "Resources/") {
			continue
		}
		sum := sha256.Sum256(f.Data)
		if !bytes.Equal(doc.Files2[name].Hash2, sum[:]) {
			return fmt.Errorf("%s is not as it was sealed", name)
		}
		sealed++
	}
	if sealed != len(doc.Files2) {
		return fmt.Errorf("%d files are sealed, %d are there", len(doc.Files2), sealed)
	}
	return nil
}
