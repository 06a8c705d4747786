package render

import "slices"

// columnRange is a run of columns, both ends included.
type columnRange struct{ first, last int32 }

// closed holds the columns that solid walls have filled: ranges from left to right that
// neither overlap nor touch. All columns left and right of the view are closed.
type closed []columnRange

const farAway = 1 << 30

// openAll opens all columns of a view.
func (c *closed) openAll(width int32) {
	*c = append((*c)[:0], columnRange{-farAway, -1}, columnRange{width, farAway})
}

// at returns the first range that ends at column x or right of it.
func (c closed) at(x int32) int {
	i := 0
	for c[i].last < x {
		i++
	}
	return i
}

// covers reports whether all of first to last is closed.
func (c closed) covers(first, last int32) bool { return first >= c[c.at(last)].first }

// gaps appends the open parts of first to last.
func (c closed) gaps(dst []columnRange, first, last int32) []columnRange {
	for i := c.at(first); first <= last; i++ {
		if first < c[i].first {
			dst = append(dst, columnRange{first, min(last, c[i].first-1)})
		}
		first = c[i].last + 1
	}
	return dst
}

// close closes first to last.
func (c *closed) close(first, last int32) {
	i := c.at(first - 1)
	if last < (*c)[i].first-1 {
		*c = slices.Insert(*c, i, columnRange{first, last})
		return
	}
	j := i
	for j+1 < len(*c) && last >= (*c)[j+1].first-1 {
		j++
	}
	(*c)[i] = columnRange{min(first, (*c)[i].first), max(last, (*c)[j].last)}
	*c = slices.Delete(*c, i+1, j+1)
}
