package freedoom

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// wadName says whether an archive member is one of Freedoom's WADs. Only the
// base name is used, so that no member can climb out of the folder.
func wadName(member string) (string, bool) {
	base := path.Base(member)
	for _, name := range Names {
		if base == name {
			return name, true
		}
	}
	return "", false
}

func takeWADsFromTar(r io.Reader, dir string) error {
	tr := tar.NewReader(r)
	for {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the package: %w", err)
		}
		if name, ok := wadName(h.Name); ok && h.Typeflag == tar.TypeReg {
			if err := writeWAD(dir, name, tr); err != nil {
				return err
			}
		}
	}
}

// halfOf is how a WAD is called that is not whole yet.
func halfOf(name string) string { return "." + name + "-*" }

// writeWAD writes beside the target and renames, so that a broken download
// never looks like a WAD.
func writeWAD(dir, name string, r io.Reader) (err error) {
	tmp, err := os.CreateTemp(dir, halfOf(name))
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	if _, err = io.Copy(tmp, io.LimitReader(r, maxDownload)); err != nil {
		_ = tmp.Close()
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err = tmp.Chmod(0o644); err != nil {
		_ = tmp.Close()
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err = tmp.Close(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err = os.Rename(tmp.Name(), filepath.Join(dir, name)); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
