package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"time"
)

// TarGz writes the tree as a compressed tar archive; everything belongs to root.
func (t Tree) TarGz(w io.Writer, stamp time.Time) error {
	files, err := t.Sorted()
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("write tar.gz: %w", err)
	}
	tw := tar.NewWriter(z)
	for _, d := range files.Dirs() {
		h := tar.Header{Typeflag: tar.TypeDir, Name: d + "/", Mode: 0o755, ModTime: stamp, Uname: "root", Gname: "root", Format: tar.FormatUSTAR}
		if err := tw.WriteHeader(&h); err != nil {
			return fmt.Errorf("write tar.gz: %s: %w", d, err)
		}
	}
	for _, f := range files {
		h := tar.Header{
			Typeflag: tar.TypeReg, Name: f.Name, Mode: int64(f.Mode), Size: int64(len(f.Data)),
			ModTime: stamp, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if err := tw.WriteHeader(&h); err != nil {
			return fmt.Errorf("write tar.gz: %s: %w", f.Name, err)
		}
		if _, err := tw.Write(f.Data); err != nil {
			return fmt.Errorf("write tar.gz: %s: %w", f.Name, err)
		}
	}
	if err := tw.Close(); err != nil {
		return fmt.Errorf("write tar.gz: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write tar.gz: %w", err)
	}
	return nil
}

// Zip writes the tree as a zip archive that keeps Unix modes, so that a program
// in it stays one on macOS.
func (t Tree) Zip(w io.Writer, stamp time.Time) error {
	files, err := t.Sorted()
	if err != nil {
		return err
	}
	zw := zip.NewWriter(w)
	zw.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, f := range files {
		h := zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: stamp.UTC()}
		h.SetMode(f.Mode)
		m, err := zw.CreateHeader(&h)
		if err != nil {
			return fmt.Errorf("write zip: %s: %w", f.Name, err)
		}
		if _, err := m.Write(f.Data); err != nil {
			return fmt.Errorf("write zip: %s: %w", f.Name, err)
		}
	}
	if err := zw.Close(); err != nil {
		return fmt.Errorf("write zip: %w", err)
	}
	return nil
}

// Gzip compresses one file as documentation is compressed: no name, no time.
func Gzip(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if _, err := z.Write(data); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return b.Bytes(), nil
}
