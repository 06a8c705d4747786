package trace

import (
	"errors"
	"strconv"

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
	Palette int // 0 to 13
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

// BandDigest is a 32-bit FNV-1a hash of a band's pixels.
func BandDigest(pix []byte, band int) uint32 {
	h := fnvStart
	for _, p := range pix[Bands[band][0]*FrameWidth : Bands[band][1]*FrameWidth] {
		h = (h ^ uint32(p)) * fnvPrime
	}
	return h
}

// Screen draws a replay's game as its console player sees it, at vanilla's size.
type Screen struct {
	renderer *render.Renderer
	frame    *render.Frame
	player   int
}

// NewScreen makes a screen for a replay on content.
func NewScreen(content *sim.Content, player int) (*Screen, error) {
	r, err := render.New(render.Content{
		Set: content.Set, Textures: content.Textures, Tables: content.Tables, Mission: content.Mission,
	}, render.Config{})
	if err != nil {
		return nil, err
	}
	return &Screen{renderer: r, frame: render.NewFrame(r.Size()), player: player}, nil
}

// Draw draws the game as it stands. The picture is valid until the next Draw.
func (s *Screen) Draw(g *sim.Game) Frame {
	s.renderer.Draw(s.frame, g, render.View{Player: s.player, Alpha: render.Now})
	return Frame{GameTic: int(g.GameTic), State: int(g.Phase), Pix: s.frame.Pix}
}
