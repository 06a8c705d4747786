package main

import (
	"cmp"
	"slices"
)

// node is a box, or a place where a long arrow passes a layer between boxes.
type node struct {
	room     *room // nil where an arrow passes
	layer    int   // 0 is the bottom
	x, width int   // the middle, and how wide
	up, down []*node
}

// layout is the picture's nodes, by layer from the bottom, from left to right.
type layout struct {
	layers [][]*node
}

const (
	charWidth  = 8 // of a folder's name
	boxPadding = 14
	passWidth  = 12
	gap        = 22
)

// layOut gives each room a layer above all that it points to, orders the layers so that
// few arrows cross, and sets the boxes near to what they point to.
func layOut(rooms []room, arrows graph) *layout {
	heights := make([]int, len(rooms))
	var height func(i int) int
	height = func(i int) int {
		if heights[i] == 0 {
			heights[i] = 1
			for j, points := range arrows[i] {
				if points {
					heights[i] = max(heights[i], 1+height(j))
				}
			}
		}
		return heights[i]
	}
	top := 0
	nodes := make([]*node, len(rooms))
	for i := range rooms {
		longest := 0
		for _, f := range rooms[i].folders {
			longest = max(longest, len(f))
		}
		nodes[i] = &node{room: &rooms[i], layer: height(i) - 1, width: longest*charWidth + 2*boxPadding}
		top = max(top, nodes[i].layer)
	}
	l := &layout{layers: make([][]*node, top+1)}
	for _, n := range nodes {
		l.layers[n.layer] = append(l.layers[n.layer], n)
	}
	for i := range arrows {
		for j, points := range arrows[i] {
			if points {
				l.connect(nodes[i], nodes[j])
			}
		}
	}
	l.order()
	l.place()
	return l
}

// connect makes an arrow, with a node in each layer that it passes.
func (l *layout) connect(from, to *node) {
	for at := from.layer - 1; at > to.layer; at-- {
		pass := &node{layer: at, width: passWidth}
		l.layers[at] = append(l.layers[at], pass)
		link(from, pass)
		from = pass
	}
	link(from, to)
}

func link(from, to *node) {
	from.down = append(from.down, to)
	to.up = append(to.up, from)
}

// order sorts the layers by the middle of each node's neighbours, down and up again, then
// swaps neighbours while that helps, and keeps the order that has the fewest crossings.
func (l *layout) order() {
	best, fewest := l.copyLayers(), l.crossings()
	for round := range 24 {
		for i := range l.layers {
			at := i
			if round%2 == 1 {
				at = len(l.layers) - 1 - i
			}
			l.sortLayer(at, round%2 == 0)
		}
		for l.swapOnce() {
		}
		if c := l.crossings(); c < fewest {
			best, fewest = l.copyLayers(), c
		}
	}
	l.layers = best
}

func (l *layout) copyLayers() [][]*node {
	layers := make([][]*node, len(l.layers))
	for i := range layers {
		layers[i] = slices.Clone(l.layers[i])
	}
	return layers
}

func (l *layout) sortLayer(at int, byLower bool) {
	where := l.positions()
	mean := map[*node]float64{}
	for i, n := range l.layers[at] {
		near := n.up
		if byLower {
			near = n.down
		}
		mean[n] = float64(i)
		if len(near) > 0 {
			sum := 0
			for _, m := range near {
				sum += where[m]
			}
			mean[n] = float64(sum) / float64(len(near))
		}
	}
	slices.SortStableFunc(l.layers[at], func(a, b *node) int { return cmp.Compare(mean[a], mean[b]) })
}

func (l *layout) positions() map[*node]int {
	where := map[*node]int{}
	for _, layer := range l.layers {
		for i, n := range layer {
			where[n] = i
		}
	}
	return where
}

// crossings counts the pairs of arrows between two layers that cross.
func (l *layout) crossings() (count int) {
	where := l.positions()
	for _, layer := range l.layers {
		for i, a := range layer {
			for _, b := range layer[i+1:] {
				for _, p := range a.down {
					for _, q := range b.down {
						if where[p] > where[q] {
							count++
						}
					}
				}
			}
		}
	}
	return count
}

// swapOnce exchanges two nodes of a layer where that takes crossings away.
func (l *layout) swapOnce() bool {
	before := l.crossings()
	for _, layer := range l.layers {
		for i := range layer {
			for j := range i {
				layer[i], layer[j] = layer[j], layer[i]
				if l.crossings() < before {
					return true
				}
				layer[i], layer[j] = layer[j], layer[i]
			}
		}
	}
	return false
}

// place moves the nodes towards the middle of their neighbours, and apart from each other.
func (l *layout) place() {
	for _, layer := range l.layers {
		x := 0
		for _, n := range layer {
			n.x = x + n.width/2
			x += n.width + gap
		}
	}
	for range 60 {
		for _, layer := range l.layers {
			for _, n := range layer {
				near := append(slices.Clone(n.up), n.down...)
				if len(near) == 0 {
					continue
				}
				sum := 0
				for _, m := range near {
					sum += m.x
				}
				n.x = (n.x + sum/len(near)) / 2
			}
			spread(layer)
		}
	}
	left := l.layers[0][0].x
	for _, layer := range l.layers {
		left = min(left, layer[0].x-layer[0].width/2)
	}
	for _, layer := range l.layers {
		for _, n := range layer {
			n.x -= left - gap
		}
	}
}

// spread moves nodes that overlap apart, both by the half.
func spread(layer []*node) {
	for moved := true; moved; {
		moved = false
		for i := range len(layer) - 1 {
			a, b := layer[i], layer[i+1]
			if over := a.x + (a.width+b.width)/2 + gap - b.x; over > 0 {
				a.x -= (over + 1) / 2
				b.x += (over + 1) / 2
				moved = true
			}
		}
	}
}
