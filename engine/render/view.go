package render

import "doomhost/engine/fixed"

// Frame is a picture in palette indices, row by row.
type Frame struct {
	Pix           []byte
	Width, Height int
	Stride        int // bytes from one row to the next
}

// NewFrame makes a black Frame.
func NewFrame(width, height int) *Frame {
	return &Frame{Pix: make([]byte, width*height), Width: width, Height: height, Stride: width}
}

// View selects the contents of a frame.
type View struct {
	// Player is the player whose view is drawn, 0 to 3.
	Player int
	// Alpha is the moment between the last two tics: 0 is the moment of Capture, Now the
	// current state of the game.
	Alpha fixed.Fixed
	// Turn is added to the direction: the mouse's turn since the last tic.
	Turn fixed.Angle
}

// Now is the View.Alpha of the game's current state.
const Now = fixed.Unit

const (
	baseWidth  = 320
	baseHeight = 200
	barHeight  = 32
	// maxWidth is about 32 to 9.
	maxWidth = 856
	// maxScale is about the lines of a screen of 4K.
	maxScale = 8
	// maxWallScale keeps the rows of walls next to the eye inside their 20 bits.
	maxWallScale = 256

	// The field of view of 320 columns, in degrees.
	baseFieldOfView = 90
	minFieldOfView  = 60
	maxFieldOfView  = 120
)

// Config is the size of the picture. The zero Config is vanilla's.
type Config struct {
	// Scale is the number of pixels per vanilla pixel in each direction, 1 to 8; 0 means
	// 1.
	Scale int
	// Width is the number of vanilla columns, 320 to 856; 0 means 320. An aspect ratio of
	// 16 to 9 takes 426.
	Width int
	// FieldOfView is that of the middle 320 columns in degrees, 60 to 120; 0 means 90.
	// The weapon keeps its size.
	FieldOfView int
	// NoBar gives the status bar's rows to the view.
	NoBar bool
	// OwnSky shows the current map's own sky in Doom II, from the next map on. Vanilla
	// keeps the sky of the game's first map.
	OwnSky bool
}

// valid returns c with every field in range.
func (c Config) valid() Config {
	c.Scale = min(max(c.Scale, 1), maxScale)
	c.Width = min(max(c.Width, baseWidth), maxWidth) &^ 1
	if c.FieldOfView == 0 {
		c.FieldOfView = baseFieldOfView
	}
	c.FieldOfView = min(max(c.FieldOfView, minFieldOfView), maxFieldOfView)
	return c
}

// projection maps directions to columns and distances to sizes. It depends only on the
// size of the picture.
type projection struct {
	width, height    int32 // of the view
	centerX, centerY int32
	centerXFrac      fixed.Fixed
	centerYFrac      fixed.Fixed
	// scale is the width in pixels of one unit at distance 1, and the distance
	// at which a unit is one pixel wide.
	scale    fixed.Fixed
	maxScale fixed.Fixed // walls grow no larger than this
	minScale fixed.Fixed
	pixel    fixed.Fixed // a vanilla pixel in ours
	invPixel fixed.Fixed // our pixel in vanilla's

	// column is the first column right of a direction, by fine angle (0 is 90
	// degrees right of the middle); angle is the direction of a column's left
	// edge, one more than there are columns.
	column    [fixed.FineAngles / 2]int32
	angle     []fixed.Angle
	clipAngle fixed.Angle // of the left edge

	rowSlope    []fixed.Fixed // distance of a plane one unit above or below, by row
	columnScale []fixed.Fixed // 1/cos of a column's direction
}

// vanilla reports whether the view is drawn with vanilla's own precision.
func (c Config) vanilla() bool { return c.Scale == 1 && c.FieldOfView == baseFieldOfView }

func newProjection(c Config) projection {
	f := int32(c.Scale)
	height := int32(baseHeight)
	if !c.NoBar {
		height -= barHeight
	}
	p := projection{
		width:    int32(c.Width) * f,
		height:   height * f,
		scale:    focalLength(c),
		maxScale: min(64*fixed.Fixed(f), maxWallScale) << fixed.Bits,
		minScale: 256 * fixed.Fixed(f),
		pixel:    fixed.Fixed(f) << fixed.Bits,
		invPixel: fixed.Unit / fixed.Fixed(f),
	}
	p.centerX, p.centerY = p.width/2, p.height/2
	p.centerXFrac = fixed.Fixed(p.centerX) << fixed.Bits
	p.centerYFrac = fixed.Fixed(p.centerY) << fixed.Bits
	p.mapColumns()
	p.mapRows()
	return p
}

// mapColumns fills column, angle, clipAngle and columnScale.
func (p *projection) mapColumns() {
	const fineAng45 = fixed.FineAngles / 8
	focal := fixed.Div(p.scale, fixed.TanFine(fixed.FineAngles/4+fineAng45))
	for i := range p.column {
		off := int64(fixed.TanFine(i)) * int64(focal) >> fixed.Bits
		x := (int64(p.centerXFrac) - off + int64(fixed.Unit) - 1) >> fixed.Bits
		p.column[i] = int32(min(max(x, -1), int64(p.width)+1))
	}
	p.angle = make([]fixed.Angle, p.width+1)
	i := 0
	for x := len(p.angle) - 1; x >= 0; x-- {
		for p.column[i] > int32(x) {
			i++
		}
		p.angle[x] = fixed.Angle(i)<<fineShift - fixed.Ang90
	}
	p.clipAngle = p.angle[0]
	for i := range p.column {
		p.column[i] = min(max(p.column[i], 0), p.width)
	}
	p.columnScale = make([]fixed.Fixed, p.width)
	for x := range p.columnScale {
		p.columnScale[x] = fixed.Div(fixed.Unit, abs(fixed.Cos(p.angle[x])))
	}
}

// focalLength returns the width in pixels of one unit at distance 1. At 90 degrees half of
// 320 columns show as many units.
func focalLength(c Config) fixed.Fixed {
	f := baseWidth / 2 * fixed.Fixed(c.Scale) << fixed.Bits
	if c.FieldOfView == baseFieldOfView {
		return f
	}
	half := c.FieldOfView * fixed.FineAngles / (2 * 360)
	return fixed.Div(f, fixed.TanFine(fixed.FineAngles/4+half))
}

// rowOf returns the row of the view, 16.16, of a height above the eye.
func (p *projection) rowOf(height, scale fixed.Fixed) int64 {
	return int64(p.centerYFrac) - int64(height)*int64(scale)>>fixed.Bits
}

// mapRows fills rowSlope, measured at the middle of each row.
func (p *projection) mapRows() {
	p.rowSlope = make([]fixed.Fixed, p.height)
	for y := range p.rowSlope {
		dy := fixed.Fixed(int32(y)-p.centerY)<<fixed.Bits + fixed.Unit/2
		p.rowSlope[y] = fixed.Div(p.scale, abs(dy))
	}
}

// fineShift turns an Angle into a step of the trigonometric tables.
const fineShift = 19

func abs(a fixed.Fixed) fixed.Fixed {
	if a < 0 {
		return -a
	}
	return a
}

// tangent returns the tangent of a - 90 degrees. Rounding may push the edge of a wall
// past the half circle, where vanilla reads on into the table of sines.
func tangent(a fixed.Angle) fixed.Fixed {
	i := a.Fine()
	if i < fixed.FineAngles/2 {
		return fixed.TanFine(i)
	}
	return fixed.SinFine(i - fixed.FineAngles/2)
}

// direction returns the direction of (x, y) from the eye.
func (e *eye) direction(x, y fixed.Fixed) fixed.Angle {
	return fixed.PointToAngle(x-e.x, y-e.y)
}

// distance returns the distance of (x, y) from the eye.
func (e *eye) distance(x, y fixed.Fixed) fixed.Fixed {
	dx, dy := abs(x-e.x), abs(y-e.y)
	if dy > dx {
		dx, dy = dy, dx
	}
	var slope fixed.Fixed
	if dx != 0 {
		// A distance of 32768 units overflows to a negative number.
		slope = min(max(fixed.Div(dy, dx), 0), fixed.Unit)
	}
	a := fixed.TanToAngle(int(slope>>5)) + fixed.Ang90
	return fixed.Div(dx, fixed.Sin(a))
}
