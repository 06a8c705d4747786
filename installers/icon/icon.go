// Package icon draws doomhost's icon, which is an SVG of whole squares, as PNG,
// .ico and .icns. It understands exactly the SVG that the web client has: paths
// that are filled rectangles on a square grid. It starts nothing and keeps no state.
package icon

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
)

// Icon is a square picture of coloured rectangles.
type Icon struct {
	grid  int // squares along a side
	rects []rect
}

type rect struct {
	image.Rectangle
	fill color.NRGBA
}

// maxGrid bounds what a picture may ask for.
const maxGrid = 64

var rectangle = regexp.MustCompile(`^M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z`)

// Parse reads the SVG.
func Parse(svg []byte) (*Icon, error) {
	var doc struct {
		ViewBox string `xml:"viewBox,attr"`
		Paths   []struct {
			Fill string `xml:"fill,attr"`
			D    string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal(svg, &doc); err != nil {
		return nil, fmt.Errorf("read the icon: %w", err)
	}
	box := strings.Fields(doc.ViewBox)
	if len(box) != 4 || box[0] != "0" || box[1] != "0" || box[2] != box[3] {
		return nil, fmt.Errorf("read the icon: its view box is %q, a square from 0 0 is wanted", doc.ViewBox)
	}
	grid, err := strconv.Atoi(box[2])
	if err != nil || grid < 1 || grid > maxGrid {
		return nil, fmt.Errorf("read the icon: its side is %q, 1 to %d squares are wanted", box[2], maxGrid)
	}
	ic := &Icon{grid: grid}
	for _, p := range doc.Paths {
		fill, err := parseColour(p.Fill)
		if err != nil {
			return nil, err
		}
		for d := p.D; d != ""; {
			m := rectangle.FindStringSubmatch(d)
			if m == nil {
				return nil, fmt.Errorf("read the icon: %.40q is no rectangle", d)
			}
			d = d[len(m[0]):]
			var n [5]int
			for i := range n {
				if n[i], err = strconv.Atoi(m[i+1]); err != nil {
					return nil, fmt.Errorf("read the icon: %.40q: %w", m[0], err)
				}
			}
			r := image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3])
			if n[2] != n[4] || r.Empty() || !r.In(image.Rect(0, 0, grid, grid)) {
				return nil, fmt.Errorf("read the icon: %.40q is no rectangle in the picture", m[0])
			}
			ic.rects = append(ic.rects, rect{r, fill})
		}
	}
	if len(ic.rects) == 0 {
		return nil, fmt.Errorf("read the icon: it is empty")
	}
	return ic, nil
}

func parseColour(s string) (color.NRGBA, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 24)
	if err != nil || len(s) != 7 || s[0] != '#' {
		return color.NRGBA{}, fmt.Errorf("read the icon: %q is no colour like #12ab3c", s)
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, nil
}

// Image draws the icon with side pixels along a side, a multiple of its grid:
// every square keeps hard edges.
func (ic *Icon) Image(side int) (*image.NRGBA, error) {
	if side < ic.grid || side%ic.grid != 0 {
		return nil, fmt.Errorf("draw the icon: %d pixels are no multiple of its %d squares", side, ic.grid)
	}
	scale := side / ic.grid
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for _, r := range ic.rects {
		for y := r.Min.Y * scale; y < r.Max.Y*scale; y++ {
			for x := r.Min.X * scale; x < r.Max.X*scale; x++ {
				img.SetNRGBA(x, y, r.fill)
			}
		}
	}
	return img, nil
}

// PNG draws the icon as a PNG file.
func (ic *Icon) PNG(side int) ([]byte, error) {
	img, err := ic.Image(side)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("draw the icon: %w", err)
	}
	return b.Bytes(), nil
}
