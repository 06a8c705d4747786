package effects

const (
	// placeBits is the number of bits of a place between two samples.
	placeBits = 32
	// gainBits is the number of bits of a gain's fraction: 1 << gainBits is the full volume.
	gainBits = 8
	// rampBits is the number of extra bits of a changing gain.
	rampBits = 12
)

// gains returns the gains of the left and the right.
func (h Heard) gains() [2]int32 {
	const sides = 254
	return [2]int32{
		(sides - min(h.Side, sides)) * h.Volume / MaxVolume,
		min(h.Side, sides) * h.Volume / MaxVolume,
	}
}

func (c *channel) setStep(rate int) {
	// The clip plays 128 of its samples in the normal time of 256-pitch of them.
	c.step = uint64(c.clip.Rate) << placeBits / uint64(rate) * NormalPitch / uint64(256-c.pitch)
}

// Mix adds the playing sounds to left and right, whose samples may exceed 16 bits. Gains
// change over the length of the call, so keep it short.
func (b *Board) Mix(left, right []int32) {
	for i := range b.channels {
		if c := &b.channels[i]; c.clip != nil {
			c.mix(left, right[:len(left)])
		}
	}
}

func (c *channel) mix(left, right []int32) {
	samples := c.clip.Samples
	n := c.rest(len(left))
	if n == 0 {
		return
	}
	gl, gr := c.now[0]<<rampBits, c.now[1]<<rampBits
	dl := (c.gain[0] - c.now[0]) << rampBits / int32(len(left))
	dr := (c.gain[1] - c.now[1]) << rampBits / int32(len(left))
	at, step := c.at, c.step
	for i := range left[:n] {
		k := int(at >> placeBits)
		if k >= len(samples) {
			break
		}
		here := int32(samples[k])
		next := here
		if k+1 < len(samples) {
			next = int32(samples[k+1])
		}
		between := int32(at >> (placeBits - 8) & 0xff)
		v := (here-128)<<8 + (next-here)*between
		left[i] += v * (gl >> rampBits) >> gainBits
		right[i] += v * (gr >> rampBits) >> gainBits
		gl += dl
		gr += dr
		at += step
	}
	c.at = at
	c.now = c.gain
}

// rest returns how many of n samples are left to play.
func (c *channel) rest(n int) int {
	end := uint64(len(c.clip.Samples)) << placeBits
	if c.at >= end {
		return 0
	}
	return int(min(uint64(n), (end-c.at+c.step-1)/c.step))
}
