package trace

import (
	"errors"
	"strconv"

	"doomhost/engine/hud"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// The picture of a frame record.
const (
	FrameWidth  = 320
	FrameHeight = 200
	framePixels = FrameWidth * FrameHeight
	frameHeader = 12
	frameRecord = frameHeader + framePixels
)

// Frame is one picture of a frames file.
type Frame struct {
	GameTic int // tics run before it
	State   int // 0 level, 1 intermission, 2 finale
	Palette int // 0 to 13; outside of a level the last one in it, which is not shown
	Pix     []byte
}

// AppendFrame appends the record of a frame.
//
//	offset size
//	0      4     i32le game tic
//	4      4     i32le state
//	8      4     i32le palette
//	12     64000 palette indices, row by row
func AppendFrame(dst []byte, f *Frame) []byte {
	for _, n := range [...]int{f.GameTic, f.State, f.Palette} {
		dst = append(dst, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return append(dst, f.Pix...)
}

// ParseFrames reads a file of frame records. Their pictures are parts of data.
func ParseFrames(data []byte) ([]Frame, error) {
	if len(data)%frameRecord != 0 {
		return nil, errors.New("read frames: " + strconv.Itoa(len(data)) + " bytes are not whole records of " +
			strconv.Itoa(frameRecord) + ": the file is cut off")
	}
	frames := make([]Frame, 0, len(data)/frameRecord)
	for ; len(data) > 0; data = data[frameRecord:] {
		f := Frame{GameTic: frameInt(data), State: frameInt(data[4:]), Palette: frameInt(data[8:]),
			Pix: data[frameHeader:frameRecord:frameRecord]}
		frames = append(frames, f)
	}
	return frames, nil
}

func frameInt(b []byte) int {
	return int(int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24))
}

// PixelDifference is where two pictures part.
type PixelDifference struct {
	X, Y      int
	Got, Want byte
	Count     int // pixels that differ
}

// DiffPixels compares rows first to last-1 of two pictures; nil where they are
// equal.
func DiffPixels(got, want []byte, first, last int) *PixelDifference {
	var d *PixelDifference
	for i := first * FrameWidth; i < last*FrameWidth; i++ {
		if got[i] == want[i] {
			continue
		}
		if d == nil {
			d = &PixelDifference{X: i % FrameWidth, Y: i / FrameWidth, Got: got[i], Want: want[i]}
		}
		d.Count++
	}
	return d
}

func (d *PixelDifference) String() string {
	return strconv.Itoa(d.Count) + " pixels, the first at column " + strconv.Itoa(d.X) + ", row " + strconv.Itoa(d.Y) +
		": got " + strconv.Itoa(int(d.Got)) + ", want " + strconv.Itoa(int(d.Want))
}

// Bands are the parts of a picture that are digested apart: the rows in which
// messages appear, the rest of the view, the status bar.
var Bands = [...][2]int{{0, 16}, {16, 168}, {168, FrameHeight}}

// FrameDigest is a frame without its pixels.
type FrameDigest struct {
	Run                     string
	GameTic, State, Palette int
	Bands                   [len(Bands)]uint32 // FNV-1a of their pixels
}

// Digest is the frame's digest.
func (f *Frame) Digest(run string) FrameDigest {
	d := FrameDigest{Run: run, GameTic: f.GameTic, State: f.State, Palette: f.Palette}
	for i, rows := range Bands {
		h := fnvStart
		for _, p := range f.Pix[rows[0]*FrameWidth : rows[1]*FrameWidth] {
			h = (h ^ uint32(p)) * fnvPrime
		}
		d.Bands[i] = h
	}
	return d
}

// frameDigestHeader is the first line of the table of digests.
const frameDigestHeader = "run\ttic\tstate\tpalette\tmessages\tview\tbar"

// FormatFrameDigests writes digests as a table.
func FormatFrameDigests(digests []FrameDigest) []byte {
	b := []byte(frameDigestHeader + "\n")
	for i := range digests {
		d := &digests[i]
		b = append(b, d.Run...)
		for _, n := range [...]int{d.GameTic, d.State, d.Palette} {
			b = column(b, n)
		}
		for _, h := range d.Bands {
			b = hexColumn(b, h)
		}
		b = append(b, '\n')
	}
	return b
}

// Screen draws a replay's game as its console player sees it, at vanilla's size.
type Screen struct {
	display *hud.Display
	player  int
	palette int // the last in a level
}

// NewScreen makes a screen for a replay on content.
func NewScreen(content *sim.Content, player int) (*Screen, error) {
	d, err := hud.New(render.ContentOf(content), render.Config{}, player)
	if err != nil {
		return nil, err
	}
	d.Demo = true
	return &Screen{display: d, player: player}, nil
}

// Draw draws the game as it stands. It is to be called once after each tic: what
// moves on the screen by itself moves with it. The picture is valid until the
// next Draw. As in vanilla the first tic of a session is over before anything is
// drawn: its picture is black, and the fuzz begins with the second.
func (s *Screen) Draw(g *sim.Game) Frame {
	s.display.Tic(g)
	if g.GameTic == 1 {
		return Frame{GameTic: 1, State: int(g.Phase), Pix: make([]byte, framePixels)}
	}
	frame, palette := s.display.Draw(g, render.View{Player: s.player, Alpha: render.Now})
	if g.Phase == sim.PhaseLevel {
		s.palette = palette
	}
	return Frame{GameTic: int(g.GameTic), State: int(g.Phase), Palette: s.palette, Pix: frame.Pix}
}
