package effects

// Channels is a Board's default number of sounds that play at a time.
const Channels = 8

// Origin names the source of a sound by any numbering that the caller chooses. Sounds of
// Nowhere have no source and are equally loud everywhere.
type Origin uint64

// Nowhere is the Origin of sounds without one.
const Nowhere Origin = 0

// Sound is a sound to play.
type Sound struct {
	Clip     *Clip // nil takes a channel for an instant, like failures in vanilla
	Origin   Origin
	Priority int32 // a sound with a higher number gives way sooner
	Pitch    int32 // 0 to 255; NormalPitch leaves the sound unchanged
	// Offset is added to the volume of all effects for this sound.
	Offset int32
	Heard  Heard
}

// NormalPitch is the Pitch of an unchanged sound. A pitch of 0 plays at half speed; 256
// would be infinitely fast.
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
	// age is in tics: a sound ends in time even if nobody calls Mix.
	age int32

	gain, now [2]int32 // target and current gain, left and right, 0 to 1 << gainBits
}

// Board holds the channels and mixes their sounds.
type Board struct {
	channels [Channels]channel
	rate     int
}

// SetRate sets the sample rate of Mix in Hz.
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

// Stop silences one sound of an origin, as vanilla does.
func (b *Board) Stop(o Origin) {
	for i := range b.channels {
		if c := &b.channels[i]; c.taken && c.origin == o {
			*c = channel{}
			return
		}
	}
}

// Start plays a sound and replaces the previous one of its origin. If all channels are
// taken, a sound that is no more important gives way; without one, Start returns false.
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

// Places tells how playing sounds reach the listener.
type Places interface {
	// Heard returns how loud and from which side a sound of an origin is heard now; ok is
	// false if it is no longer audible. offset is the Sound's.
	Heard(o Origin, offset int32) (h Heard, ok bool)
}

// Tic frees the channels of ended sounds and follows the origins of the others.
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

// Playing returns the number of channels in use.
func (b *Board) Playing() (n int) {
	for i := range b.channels {
		if b.channels[i].taken {
			n++
		}
	}
	return n
}

// ended reports whether the sound has been played, or would have been by now.
func (c *channel) ended() bool {
	const (
		ticRate = 35
		slack   = ticRate / 2 // the lag that mixing may have
	)
	if c.clip == nil || c.at>>placeBits >= uint64(len(c.clip.Samples)) {
		return true
	}
	// A sound takes twice as long at the lowest pitch.
	return int64(c.age-slack)*int64(c.clip.Rate) > 2*ticRate*int64(len(c.clip.Samples))
}
