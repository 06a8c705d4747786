package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/engine/wad"
)

// pictureFlags are the flags about pictures.
type pictureFlags struct {
	every   int
	out     string
	compare string
	pngDir  string
}

// flagSet is what registers flags.
type flagSet interface {
	IntVar(p *int, name string, value int, usage string)
	StringVar(p *string, name string, value, usage string)
}

func (f *pictureFlags) register(fs flagSet) {
	fs.IntVar(&f.every, "frames", 0, "draw a picture every `N` tics")
	fs.StringVar(&f.out, "frames-out", "", "write the pictures to `FILE` (compressed if it ends in .gz)")
	fs.StringVar(&f.compare, "compare-frames", "", "draw the pictures that `FILE` has, and name the first one and the first pixel that differ")
	fs.StringVar(&f.pngDir, "png", "", "write the pictures as PNG files to `DIR`")
}

// wanted says whether the replay is to be drawn at all.
func (f *pictureFlags) wanted() bool { return f.every > 0 || f.compare != "" }

// pictures draws a replay.
type pictures struct {
	flags    pictureFlags
	screen   *trace.Screen
	palettes *[wad.Palettes]wad.Palette
	out      io.WriteCloser
	close    func() error
	record   []byte

	want        []trace.Frame // of the file to compare with, from the next one on
	compared    int
	differ      int
	differPlain int // ignoring the rows of messages
	first       string
}

// start prepares for a replay seen by player. The content's first palette set
// colors the PNG files.
func (f *pictureFlags) start(content *sim.Content, player int) (*pictures, error) {
	p := &pictures{flags: *f, close: func() error { return nil }}
	var err error
	if p.screen, err = trace.NewScreen(content, player); err != nil {
		return nil, err
	}
	if p.palettes, err = content.Set.Palettes(); err != nil {
		return nil, err
	}
	if f.compare != "" {
		data, err := readMaybeGzip(f.compare)
		if err != nil {
			return nil, fmt.Errorf("read frames: %w", err)
		}
		if p.want, err = trace.ParseFrames(data); err != nil {
			return nil, fmt.Errorf("%s: %w", f.compare, err)
		}
	}
	if f.pngDir != "" {
		if err := os.MkdirAll(f.pngDir, 0o755); err != nil {
			return nil, err
		}
	}
	if f.out != "" {
		if err := p.create(f.out); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *pictures) create(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	p.out, p.close = file, file.Close
	if filepath.Ext(name) == ".gz" {
		z := gzip.NewWriter(file)
		p.out = z
		p.close = func() error { return errors.Join(z.Close(), file.Close()) }
	}
	return nil
}

// tic is called after each tic of the replay.
func (p *pictures) tic(g *sim.Game) error {
	frame := p.screen.Draw(g)
	due := p.flags.every > 0 && frame.GameTic%p.flags.every == 0
	for len(p.want) > 0 && p.want[0].GameTic < frame.GameTic {
		p.want = p.want[1:]
	}
	if len(p.want) > 0 && p.want[0].GameTic == frame.GameTic {
		p.check(&frame, &p.want[0])
		due = due || p.flags.every == 0
	}
	if !due {
		return nil
	}
	if p.out != nil {
		p.record = trace.AppendFrame(p.record[:0], &frame)
		if _, err := p.out.Write(p.record); err != nil {
			return err
		}
	}
	if p.flags.pngDir != "" {
		return p.writePNG(&frame)
	}
	return nil
}

// check compares a frame with what the reference drew.
func (p *pictures) check(got, want *trace.Frame) {
	p.compared++
	rows := trace.FrameHeight
	if want.State == 0 {
		rows = trace.Bands[1][1]
	}
	d := trace.DiffPixels(got.Pix, want.Pix, 0, rows)
	if got.State == want.State && d == nil {
		return
	}
	p.differ++
	if got.State != want.State || trace.DiffPixels(got.Pix, want.Pix, trace.Bands[1][0], rows) != nil {
		p.differPlain++
	}
	if p.first != "" {
		return
	}
	p.first = fmt.Sprintf("tic %d: ", want.GameTic)
	if got.State != want.State {
		p.first += fmt.Sprintf("state %d, want %d", got.State, want.State)
	} else {
		p.first += d.String()
	}
}

func (p *pictures) writePNG(f *trace.Frame) error {
	colors := make(color.Palette, 256)
	pal := &p.palettes[f.Palette]
	for i := range colors {
		colors[i] = color.RGBA{R: pal[3*i], G: pal[3*i+1], B: pal[3*i+2], A: 255}
	}
	im := &image.Paletted{
		Pix: f.Pix, Stride: trace.FrameWidth, Palette: colors,
		Rect: image.Rect(0, 0, trace.FrameWidth, trace.FrameHeight),
	}
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.flags.pngDir, fmt.Sprintf("%06d.png", f.GameTic)), b.Bytes(), 0o644)
}

// finish closes the output and reports on w what was compared. The error says
// that pictures differ.
func (p *pictures) finish(w io.Writer) error {
	if err := p.close(); err != nil {
		return err
	}
	if p.flags.compare == "" {
		return nil
	}
	fmt.Fprintf(w, "frames: %d compared, %d differ, %d of them below the rows of messages\n", p.compared, p.differ, p.differPlain)
	switch {
	case p.compared == 0:
		return errors.New("compare frames: the replay has none of the file's tics")
	case p.differ > 0:
		return errors.New("compare frames: " + p.first)
	}
	return nil
}

// readMaybeGzip reads a file and unpacks it if it is compressed.
func readMaybeGzip(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
