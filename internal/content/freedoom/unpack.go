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

// wadName reports whether an archive member is one of Freedoom's WADs. It uses only the base
// name, so that no member can leave the folder.
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

// halfOf returns the pattern for the names of an incomplete WAD.
func halfOf(name string) string { return "." + name + "-*" }

// writeWAD writes to a temporary file beside the target and renames it, so that an aborted
// download never looks like a WAD.
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
