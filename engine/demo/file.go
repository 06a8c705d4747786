package demo

import (
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// File is a demo as it lies in a file. Its tics are read when they are wanted, so that
// one of many hours takes no more memory than its bytes.
type File struct {
	// Demo is the demo without its Tics.
	Demo
	// Trailer is what stands behind the end marker: notes of the program that wrote it.
	Trailer []byte

	body []byte // the whole tics, one behind the other
	size int    // bytes of one of them
}

// Open reads a demo's header and finds its end. data must not change any more.
func Open(data []byte) (*File, error) {
	d, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	f := &File{Demo: *d, size: d.TicSize()}
	rest, end := data[headerLen:], 0
	for end+f.size <= len(rest) && rest[end] != endMarker {
		end += f.size
	}
	f.body = rest[:end]
	if f.Truncated = end == len(rest) || rest[end] != endMarker; !f.Truncated {
		f.Trailer = rest[end+1:]
	}
	return f, nil
}

// Len is how many whole tics there are.
func (f *File) Len() int { return len(f.body) / f.size }

// Tic is the input of tic n, 0 to Len()-1.
func (f *File) Tic(n int) (cmds [sim.MaxPlayers]lockstep.Ticcmd) {
	b := f.body[n*f.size:]
	for i := range cmds {
		if f.Params.Players[i] {
			cmds[i] = f.decode(b)
			b = b[f.cmdLen():]
		}
	}
	return cmds
}

// AppendBundles appends up to count bundles from tic first on to dst, as a session
// seals them. A demo has no consistancies, so its ticcmds count as filled, which are not
// compared.
func (f *File) AppendBundles(dst []byte, first, count int) []byte {
	first = max(first, 0)
	for n := first; n < f.Len() && n-first < count; n++ {
		b := lockstep.Bundle{Tic: lockstep.Tic(n), InGame: f.InGame(), Filled: f.InGame(), Cmds: f.Tic(n)}
		dst = lockstep.AppendBundle(dst, &b)
	}
	return dst
}

// InGame is the mask of the players in the game: bit N for slot N.
func (f *File) InGame() (mask lockstep.Mask) {
	for i, in := range f.Params.Players {
		if in {
			mask |= 1 << i
		}
	}
	return mask
}
