package effects

// Channels is how many sounds play at a time unless a Board is told otherwise.
const Channels = 8

// Origin names what a sound comes from, in whatever way the caller numbers
// things. Nowhere is no origin: such sounds are heard alike everywhere.
type Origin uint64

// Nowhere is the Origin of sounds without one.
const Nowhere Origin = 0

// Sound is one that is to be played.
type Sound struct {
	Clip     *Clip // nil takes a channel for an instant, as vanilla's failures do
	Origin   Origin
	Priority int32 // the higher, the sooner it gives way
	Pitch    int32 // NormalPitch plays it as it is; 0 to 255
	// Offset is added to the volume of all effects for this sound.
	Offset int32
	Heard  Heard
}

// NormalPitch is the Pitch of an unchanged sound. One of 256 would be endlessly
// fast, one of 0 is half as fast.
const NormalPitch = 128

// channel plays one sound.
type channel struct {
	taken    bool
	origin   Origin
	priority int32
	offset   int32

	clip  *Clip
	pitch int32
	at    uint64 // in samples of the clip, 32.32 bits
	step  uint64
	// age is in tics: a sound ends in time even where nobody mixes.
	age int32

	gain, now [2]int32 // left and right, 0 to fullGain: wanted, and reached
}

// Board is the channels.
type Board struct {
	channels [Channels]channel
	rate     int
}

// SetRate sets the rate in Hz at which Mix is to make samples.
func (b *Board) SetRate(rate int) {
	b.rate = rate
	for i := range b.channels {
		if c := &b.channels[i]; c.clip != nil {
			c.setStep(rate)
		}
	}
}

// StopAll silences everything.
func (b *Board) StopAll() {
	for i := range b.channels {
		b.channels[i] = channel{}
	}
}

// Stop silences what comes from an origin: one sound of it, in vanilla's way.
func (b *Board) Stop(o Origin) {
	for i := range b.channels {
		if c := &b.channels[i]; c.taken && c.origin == o {
			*c = channel{}
			return
		}
	}
}

// Start plays a sound, in place of the one that its origin made before. Where all
// channels are taken, one that matters no more gives way, or the sound isn't
// played: reports false.
func (b *Board) Start(s *Sound) bool {
	b.Stop(s.Origin)
	c := b.find(s)
	if c == nil {
		return false
	}
	*c = channel{
		taken: true, origin: s.Origin, priority: s.Priority, offset: s.Offset,
		clip: s.Clip, pitch: min(max(s.Pitch, 0), 255),
	}
	if c.clip != nil {
		c.setStep(b.rate)
	}
	c.gain = s.Heard.gains()
	c.now = c.gain
	return true
}

func (b *Board) find(s *Sound) *channel {
	for i := range b.channels {
		if c := &b.channels[i]; !c.taken || s.Origin != Nowhere && c.origin == s.Origin {
			return c
		}
	}
	for i := range b.channels {
		if c := &b.channels[i]; c.priority >= s.Priority {
			return c
		}
	}
	return nil
}

// Places knows where playing sounds come from.
type Places interface {
	// Heard is how a sound of an origin is heard now; ok is false where it isn't
	// any more. offset is the Sound's.
	Heard(o Origin, offset int32) (h Heard, ok bool)
}

// Tic frees the channels of sounds that ended, and follows where the others are.
func (b *Board) Tic(places Places) {
	for i := range b.channels {
		c := &b.channels[i]
		if !c.taken {
			continue
		}
		c.age++
		if c.ended() {
			*c = channel{}
			continue
		}
		h, ok := places.Heard(c.origin, c.offset)
		if !ok {
			*c = channel{}
			continue
		}
		c.gain = h.gains()
	}
}

// Playing is how many channels are taken.
func (b *Board) Playing() (n int) {
	for i := range b.channels {
		if b.channels[i].taken {
			n++
		}
	}
	return n
}

// ended says that the sound was played, or would have been by now.
func (c *channel) ended() bool {
	const (
		ticRate = 35
		slack   = ticRate / 2 // what mixing may lag behind
	)
	if c.clip == nil || c.at>>placeBits >= uint64(len(c.clip.Samples)) {
		return true
	}
	// At the lowest pitch it takes twice as long.
	return int64(c.age-slack)*int64(c.clip.Rate) > 2*ticRate*int64(len(c.clip.Samples))
}
