package trace

// Digests stand for a trace in two bytes a tic: a running FNV-1a hash of 64 bits
// over all lines so far (each with its newline), folded to 16. What differs
// once differs, but for one case in 65536, from that tic on; Sum is the whole
// hash at the end.
type Digests struct {
	Tics []uint16
	Sum  uint64
}

const (
	fnv64Start uint64 = 14695981039346656037
	fnv64Prime uint64 = 1099511628211
)

// Add takes in the next tic's line (without newline) and returns its digest.
func (d *Digests) Add(line []byte) uint16 {
	h := d.Sum
	if len(d.Tics) == 0 {
		h = fnv64Start
	}
	for _, b := range line {
		h = (h ^ uint64(b)) * fnv64Prime
	}
	h = (h ^ '\n') * fnv64Prime
	d.Sum = h
	folded := uint16(h ^ h>>16 ^ h>>32 ^ h>>48)
	d.Tics = append(d.Tics, folded)
	return folded
}

// Bytes are the digests, low byte first.
func (d *Digests) Bytes() []byte {
	out := make([]byte, 0, 2*len(d.Tics))
	for _, n := range d.Tics {
		out = append(out, byte(n), byte(n>>8))
	}
	return out
}
