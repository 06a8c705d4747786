package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

const (
	lineHeight = 19
	between    = 80 // the height of the space between two layers, which the arrows bend in
	tip        = 12 // the height at the end of that space, where arrows go straight
	margin     = 22
)

// style has colours that stand out from white and from black: boxes have a ground of their own,
// and arrows a grey of middle brightness.
const style = `<style>
rect{fill:#dcebfa;stroke:#3b78b5;stroke-width:1.5}
text{fill:#10253a;font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;text-anchor:middle}
path{fill:none;stroke:#7f8c99;stroke-width:1.6}
marker path{fill:#7f8c99;stroke:none}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">` +
	`<path d="M0 0 8 4 0 8z"/></marker></defs>
`

// draw writes the layout as SVG.
func draw(l *layout) []byte {
	tops := make([]int, len(l.layers))
	heights := make([]int, len(l.layers))
	y, width := margin, 0
	for i := len(l.layers) - 1; i >= 0; i-- {
		for _, n := range l.layers[i] {
			heights[i] = max(heights[i], n.height())
			width = max(width, n.x+n.width/2+margin)
		}
		tops[i] = y
		y += heights[i] + between
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">`+"\n",
		width, y-between+margin)
	b.WriteString("<title>Which rooms of the tree import which</title>\n" + style)
	box := func(n *node) (top, bottom int) {
		top = tops[n.layer]
		if n.room == nil {
			return top, top + heights[n.layer]
		}
		top += (heights[n.layer] - n.height()) / 2
		return top, top + n.height()
	}
	for _, layer := range l.layers {
		for _, n := range layer {
			for _, to := range n.down {
				if n.room != nil {
					drawArrow(&b, n, to, box, tops, heights)
				}
			}
		}
	}
	for _, layer := range l.layers {
		for _, n := range layer {
			if n.room != nil {
				top, _ := box(n)
				drawBox(&b, n, top)
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// height is that of the node's box.
func (n *node) height() int {
	if n.room == nil {
		return 0
	}
	return len(n.room.folders)*lineHeight + boxPadding
}

func drawBox(b *bytes.Buffer, n *node, top int) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`+"\n", n.x-n.width/2, top, n.width, n.height())
	for i, f := range n.room.folders {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", n.x, top+boxPadding/2+14+i*lineHeight, f)
	}
}

// drawArrow draws an arrow from a box by the places where it passes layers to the box that
// it points to. It bends between layers only, and passes them upright, so that it meets no box.
func drawArrow(b *bytes.Buffer, from, to *node, box func(*node) (int, int), tops, heights []int) {
	_, y := box(from)
	x := port(from, to, from.down)
	fmt.Fprintf(b, `<path marker-end="url(#tip)" d="M%d %d`, x, y)
	for {
		space := tops[from.layer] + heights[from.layer] // where the space below the layer begins
		toX := port(to, from, to.up)
		toY := tops[to.layer] - tip
		fmt.Fprintf(b, "V%dC%d %d %d %d %d %d", space, x, space+between/2, toX, toY+tip-between/2, toX, toY)
		top, bottom := box(to)
		if to.room != nil {
			fmt.Fprintf(b, "V%d", top)
			break
		}
		fmt.Fprintf(b, "V%d", bottom)
		from, to, x = to, to.down[0], toX
	}
	b.WriteString(`"/>` + "\n")
}

// port is where an arrow meets the box: the box's arrows stand in their neighbours' order.
func port(n, neighbour *node, all []*node) int {
	if n.room == nil {
		return n.x
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *node) int { return cmp.Compare(a.x, b.x) })
	at := slices.Index(sorted, neighbour)
	step := min(26, (n.width-2*boxPadding)/max(1, len(sorted)))
	return n.x + (2*at-len(sorted)+1)*step/2
}
