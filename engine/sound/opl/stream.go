package opl

// Stream is a chip on its bus, resampled to another rate by linear interpolation. The
// zero value is ready after SetRate.
//
// The bus is slow. Programs that wait for it, as DMX does, need about two of the chip's
// samples for each register: a note that ends and restarts fades for an instant, and
// operators receive their settings one by one.
type Stream struct {
	chip Chip
	step uint32 // chip samples per sample, in 1<<placeBits
	at   uint32 // place between the last two chip samples
	last [2]int32
	buf  [maxBlock]int32

	// writes is a ring of the writes on the bus, from first on.
	writes  [busLength]write
	first   uint32
	waiting uint32
	busy    uint32 // chip samples until the last one is done
}

// write is a register on its way to the chip.
type write struct {
	at       uint32 // the chip's time at which it takes effect
	register uint16
	value    uint8
}

const (
	placeBits = 14
	// outBlock is the number of samples made at a time; maxBlock is the number of chip
	// samples for them.
	outBlock = 64
	maxBlock = outBlock*Rate/MinRate + 2

	// MinRate and MaxRate bound a Stream's rate in Hz.
	MinRate = 8000
	MaxRate = 192000

	busLength  = 1024 // writes, a power of two
	writeDelay = 2    // chip samples
)

// SetRate sets the rate in Hz, clamped to MinRate and MaxRate.
func (s *Stream) SetRate(rate int) {
	rate = min(max(rate, MinRate), MaxRate)
	s.step = uint32((Rate<<placeBits + rate/2) / rate)
}

// Write sends a register to the chip. If the ring is full, the earliest writes arrive at
// once.
func (s *Stream) Write(register uint16, value uint8) {
	if s.waiting == busLength {
		s.arrive()
	}
	s.writes[(s.first+s.waiting)%busLength] = write{s.chip.time + s.busy, register, value}
	s.busy += writeDelay
	s.waiting++
}

// arrive hands the first write to the chip.
func (s *Stream) arrive() {
	w := &s.writes[s.first]
	s.chip.Write(w.register, w.value)
	s.first = (s.first + 1) % busLength
	s.waiting--
}

// Generate makes the next len(out) samples, one for both sides. The samples may exceed 16
// bits.
func (s *Stream) Generate(out []int32) {
	for len(out) > 0 {
		n := min(len(out), outBlock)
		s.block(out[:n])
		out = out[n:]
	}
}

func (s *Stream) block(out []int32) {
	const one = 1 << placeBits
	own := s.buf[:(s.at+s.step*uint32(len(out)))>>placeBits]
	s.own(own)
	at, before, after := s.at, s.last[0], s.last[1]
	for i := range out {
		at += s.step
		for at >= one && len(own) > 0 {
			before, after = after, own[0]
			own = own[1:]
			at -= one
		}
		out[i] = before + (after-before)*int32(at)>>placeBits
	}
	s.at, s.last = at, [2]int32{before, after}
}

// own makes samples at the chip's rate and delivers the writes due between them.
func (s *Stream) own(out []int32) {
	for len(out) > 0 {
		n := len(out)
		for s.waiting > 0 {
			if wait := int32(s.writes[s.first].at - s.chip.time); wait > 0 {
				n = min(n, int(wait))
				break
			}
			s.arrive()
		}
		s.chip.Generate(out[:n])
		s.busy -= min(s.busy, uint32(n))
		out = out[n:]
	}
}
