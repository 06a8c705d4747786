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
	"strings"

	"github.com/spf13/pflag"

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

func (f *pictureFlags) register(fs *pflag.FlagSet) {
	fs.IntVar(&f.every, "frames", 0, "draw the console player's picture every `N` tics")
	fs.StringVar(&f.out, "frames-out", "", "write the pictures to `file`, packed if it ends in .gz")
	fs.StringVar(&f.compare, "compare-frames", "", "draw the pictures that this `file` has, and compare")
	fs.StringVar(&f.pngDir, "png", "", "write the pictures to this `folder`, as PNG files")
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

	want       []trace.Frame // of the file to compare with, from the next one on
	compared   int
	differ     int
	differView int // in the view, below the rows of messages
	first      string
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
		data, err := readFile(f.compare)
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
	d := trace.DiffPixels(got.Pix, want.Pix, 0, trace.FrameHeight)
	same := got.State == want.State && got.Palette == want.Palette
	if same && d == nil {
		return
	}
	p.differ++
	if !same || trace.DiffPixels(got.Pix, want.Pix, trace.Bands[1][0], trace.Bands[1][1]) != nil {
		p.differView++
	}
	if p.first != "" {
		return
	}
	p.first = fmt.Sprintf("tic %d: ", want.GameTic)
	if !same {
		p.first += fmt.Sprintf("state %d and palette %d, want %d and %d", got.State, got.Palette, want.State, want.Palette)
	} else {
		p.first += d.String()
	}
}

func (p *pictures) writePNG(f *trace.Frame) error {
	colors := make(color.Palette, 256)
	pal := &p.palettes[0]
	if f.State == 0 {
		pal = &p.palettes[f.Palette]
	}
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

// finish closes the output and reports on w what was compared; equal is false
// where pictures differ.
func (p *pictures) finish(w io.Writer) (equal bool, err error) {
	if err := p.close(); err != nil {
		return false, err
	}
	if p.flags.compare == "" {
		return true, nil
	}
	if p.compared == 0 {
		return false, errors.New("compare frames: the replay has none of the file's tics")
	}
	if p.differ == 0 {
		fmt.Fprintf(w, "equal, %d pictures\n", p.compared)
		return true, nil
	}
	fmt.Fprintf(w, "%s\n%d of %d pictures differ, %d of them in the view\n",
		p.first, p.differ, p.compared, p.differView)
	return false, nil
}

// draw draws a replay.
func (f *pictureFlags) draw(stdout io.Writer, content *sim.Content, r *trace.Replay) (equal bool, err error) {
	p, err := f.start(content, r.Game.Console)
	if err != nil {
		return false, err
	}
	for {
		_, ok, err := r.Step()
		if err != nil {
			return false, errors.Join(err, p.close())
		}
		if !ok {
			return p.finish(stdout)
		}
		if err := p.tic(r.Game); err != nil {
			return false, errors.Join(err, p.close())
		}
	}
}

// writeFrameDigests writes the compact form of a golden folder's frames.
func writeFrameDigests(from, to string) error {
	paths, err := filepath.Glob(filepath.Join(from, "frames", "*.frames.gz"))
	if err != nil {
		return err
	}
	var digests []trace.FrameDigest
	for _, path := range paths {
		data, err := readFile(path)
		if err != nil {
			return err
		}
		frames, err := trace.ParseFrames(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for i := range frames {
			digests = append(digests, frames[i].Digest(strings.TrimSuffix(filepath.Base(path), ".frames.gz")))
		}
	}
	return os.WriteFile(filepath.Join(to, "frames.tsv"), trace.FormatFrameDigests(digests), 0o644)
}
