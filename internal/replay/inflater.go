package replay

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"

	"doomhost/lockstep"
)

// inflater unpacks the flate streams in the runs of a file, piece by piece.
type inflater struct {
	coder   coder
	piece   bytes.Reader
	flate   io.ReadCloser
	columns []byte
	bytes   int64 // total unpacked
}

func newInflater() *inflater {
	d := new(inflater)
	d.flate = flate.NewReader(&d.piece)
	return d
}

// run unpacks a piece and appends its bundles to dst.
func (d *inflater) run(dst, piece []byte, r ticRun) ([]byte, error) {
	d.piece.Reset(piece)
	if r.block {
		d.coder = coder{}
		// The readers of package flate implement Resetter; nil means no dictionary.
		if err := d.flate.(flate.Resetter).Reset(&d.piece, nil); err != nil {
			return dst, err
		}
	}
	n := r.count * bundleRest
	if cap(d.columns) < n {
		d.columns = make([]byte, n)
	}
	if _, err := io.ReadFull(d.flate, d.columns[:n]); err != nil {
		return dst, errors.Join(errDamaged, err)
	}
	if d.piece.Len() != 0 {
		return dst, errDamaged
	}
	d.bytes += int64(n)
	start := len(dst)
	dst = d.coder.decode(dst, d.columns[:n], r.first, r.count)
	for b := dst[start:]; len(b) > 0; b = b[lockstep.BundleSize:] {
		if _, _, err := lockstep.DecodeBundle(b); err != nil {
			return dst[:start], errors.Join(errDamaged, err)
		}
	}
	return dst, nil
}
