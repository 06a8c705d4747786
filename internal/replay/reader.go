package replay

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"doomhost/internal/referee"
	"doomhost/lockstep"
)

// Replay is a recorded session. It does not change after it is read.
type Replay struct {
	Header
	// Snapshots are in ascending order of their tics.
	Snapshots []referee.Snapshot
	// End is nil if the session is still running or the host crashed.
	End *End

	bundles []byte // of all tics from 0 on
}

// Read reads a file up to the first damaged record. It returns ErrVersion if this doomhost
// does not read the format's version, and ErrFormat if the file is not a replay or its
// header is damaged.
func Read(r io.Reader) (*Replay, error) {
	header, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	rep := &Replay{Header: *header}
	d := newInflater()
	for rep.End == nil {
		kind, payload, err := readRecord(r)
		if err != nil {
			break
		}
		switch kind {
		case kindTics:
			if rep.run(d, payload) != nil {
				return rep.trim(), nil
			}
		case kindSnapshot:
			rep.keep(payload)
		case kindEnd:
			end := new(End)
			if json.Unmarshal(payload, end) == nil {
				rep.End = end
			}
		}
	}
	return rep.trim(), nil
}

func readHeader(r io.Reader) (*Header, error) {
	if err := readMagic(r); err != nil {
		return nil, err
	}
	kind, payload, err := readRecord(r)
	if err != nil || kind != kindHeader {
		return nil, fmt.Errorf("%w: its header is damaged", ErrFormat)
	}
	h := new(Header)
	if err := json.Unmarshal(payload, h); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if err := h.Params.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return h, nil
}

// run appends a run of tics.
func (rep *Replay) run(d *inflater, payload []byte) error {
	r, err := runHead(payload)
	if err != nil {
		return err
	}
	if int(r.first) != rep.Tics() || rep.Tics()+r.count > MaxTics {
		return errDamaged
	}
	rep.bundles, err = d.run(rep.bundles, payload[ticsHead:], r)
	return err
}

// keep adds a snapshot if it is later than those already present.
func (rep *Replay) keep(payload []byte) {
	if len(payload) < 4 {
		return
	}
	s := referee.Snapshot{Tic: lockstep.Tic(binary.LittleEndian.Uint32(payload)), Packed: payload[4:]}
	if n := len(rep.Snapshots); n > 0 && rep.Snapshots[n-1].Tic >= s.Tic {
		return
	}
	rep.Snapshots = append(rep.Snapshots, s)
}

// trim drops the snapshots whose tics are missing from the file.
func (rep *Replay) trim() *Replay {
	n := len(rep.Snapshots)
	for n > 0 && int(rep.Snapshots[n-1].Tic) > rep.Tics() {
		n--
	}
	rep.Snapshots = rep.Snapshots[:n]
	return rep
}

// Tics returns how many tics were recorded.
func (rep *Replay) Tics() int { return len(rep.bundles) / lockstep.BundleSize }

// Bundles returns the consecutive bundles of the tics from first to before end, as far as
// they exist. The caller must not change them.
func (rep *Replay) Bundles(first, end int) []byte {
	end = min(max(end, 0), rep.Tics())
	first = min(max(first, 0), end)
	return rep.bundles[first*lockstep.BundleSize : end*lockstep.BundleSize]
}

// Before returns the latest snapshot at or before tic.
func (rep *Replay) Before(tic int) (referee.Snapshot, bool) {
	for i := len(rep.Snapshots) - 1; i >= 0; i-- {
		if int(rep.Snapshots[i].Tic) <= tic {
			return rep.Snapshots[i], true
		}
	}
	return referee.Snapshot{}, false
}
