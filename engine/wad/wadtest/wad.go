// Package wadtest builds small WADs in memory, so that tests can choose their contents
// and break any part. It has no state, and only tests (including the load test) use it.
package wadtest

// Lump is one entry of a WAD's directory.
type Lump struct {
	Name string
	Data []byte
}

// WAD is a WAD under construction: lumps in order.
type WAD struct {
	PWAD  bool // else an IWAD
	Lumps []Lump
}

// Add appends a lump. A lump without data is a marker.
func (w *WAD) Add(name string, data ...byte) { w.Lumps = append(w.Lumps, Lump{name, data}) }

// Set replaces the data of the last lump with this name, or adds one.
func (w *WAD) Set(name string, data []byte) {
	for i := len(w.Lumps) - 1; i >= 0; i-- {
		if w.Lumps[i].Name == name {
			w.Lumps[i].Data = data
			return
		}
	}
	w.Add(name, data...)
}

// Remove removes all lumps with this name.
func (w *WAD) Remove(name string) {
	kept := w.Lumps[:0]
	for _, l := range w.Lumps {
		if l.Name != name {
			kept = append(kept, l)
		}
	}
	w.Lumps = kept
}

// Bytes returns the WAD as a file: header, data, directory.
func (w *WAD) Bytes() []byte {
	size := 12
	for _, l := range w.Lumps {
		size += len(l.Data)
	}
	b := make([]byte, 0, size+16*len(w.Lumps))
	if w.PWAD {
		b = append(b, "PWAD"...)
	} else {
		b = append(b, "IWAD"...)
	}
	b = Int32(b, len(w.Lumps), size)
	for _, l := range w.Lumps {
		b = append(b, l.Data...)
	}
	at := 12
	for _, l := range w.Lumps {
		b = Int32(b, at, len(l.Data))
		b = Name(b, l.Name)
		at += len(l.Data)
	}
	return b
}

// Markers returns a WAD with empty lumps, for tests that read only the directory.
func Markers(pwad bool, lumps ...string) []byte {
	w := &WAD{PWAD: pwad}
	for _, name := range lumps {
		w.Add(name)
	}
	return w.Bytes()
}

// GameLumps returns the lumps that tell a whole game from an add-on, and more. With a map
// among them, their Markers are a game that no engine can load.
func GameLumps(more ...string) []string {
	return append([]string{
		"PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "STBAR", "STCFN065", "F_SKY1",
		"PLAYA1", "PUNGA0", "PISGA0", "POSSA1", "TROOA1", "CLIPA0",
	}, more...)
}

// Int16 appends numbers of 16 bits, low byte first.
func Int16(b []byte, values ...int) []byte {
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8))
	}
	return b
}

// Int32 appends numbers of 32 bits, low byte first.
func Int32(b []byte, values ...int) []byte {
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return b
}

// Name appends a name of 8 bytes, padded with zeros.
func Name(b []byte, s string) []byte {
	var n [8]byte
	copy(n[:], s)
	return append(b, n[:]...)
}
