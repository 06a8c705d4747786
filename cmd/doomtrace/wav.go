package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"doomhost/engine/sound"
)

// wavFile is a WAV file of 16-bit stereo that is being written.
type wavFile struct {
	file    *os.File
	out     *bufio.Writer
	samples int
	pcm     []int16
	bytes   []byte
}

func createWAV(path string) (*wavFile, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	w := &wavFile{file: file, out: bufio.NewWriter(file)}
	w.out.Write(wavHeader(0)) // an error stays with the Writer until Flush
	return w, nil
}

// mix writes the next n stereo samples of a mixer.
func (w *wavFile) mix(m *sound.Mixer, n int) {
	if len(w.pcm) < 2*n {
		w.pcm = make([]int16, 2*n)
	}
	pcm := w.pcm[:2*n]
	m.Mix(pcm)
	w.bytes = w.bytes[:0]
	for _, v := range pcm {
		w.bytes = append(w.bytes, byte(v), byte(uint16(v)>>8))
	}
	w.out.Write(w.bytes)
	w.samples += n
}

// close writes the header with the length that it came to.
func (w *wavFile) close() error {
	err := w.out.Flush()
	if err == nil {
		_, err = w.file.WriteAt(wavHeader(w.samples), 0)
	}
	return errors.Join(err, w.file.Close())
}

// wavHeader is the head of a file of so many stereo samples:
//
//	"RIFF", u32 bytes that follow, "WAVE"
//	"fmt ", u32 16, u16 1 (plain), u16 channels, u32 samples a second,
//	u32 bytes a second, u16 bytes a sample, u16 bits
//	"data", u32 bytes
func wavHeader(samples int) []byte {
	const channels, bits = 2, 16
	const sample = channels * bits / 8
	size := uint32(samples * sample)
	le := binary.LittleEndian
	b := append([]byte(nil), "RIFF"...)
	b = le.AppendUint32(b, 36+size)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint16(b, channels)
	b = le.AppendUint32(b, wavRate)
	b = le.AppendUint32(b, wavRate*sample)
	b = le.AppendUint16(b, sample)
	b = le.AppendUint16(b, bits)
	b = append(b, "data"...)
	return le.AppendUint32(b, size)
}
