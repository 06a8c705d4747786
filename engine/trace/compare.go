package trace

import (
	"bytes"
	"strconv"
	"strings"
)

// Difference is where two traces part.
type Difference struct {
	Tic       int
	Column    string // as in the header; "p1.health" and the like for players
	Got, Want string
}

func (d *Difference) String() string {
	return "tic " + strconv.Itoa(d.Tic) + ", column " + d.Column + ": got " + d.Got + ", want " + d.Want
}

// Diff compares two lines of a trace; nil where they are equal. A line that is
// missing is empty.
func Diff(tic int, got, want []byte) *Difference {
	if bytes.Equal(got, want) {
		return nil
	}
	if len(got) == 0 || len(want) == 0 {
		return &Difference{Tic: tic, Column: "tic", Got: orEnd(got), Want: orEnd(want)}
	}
	names := strings.Split(Header, "\t")
	g, w := strings.Split(string(got), "\t"), strings.Split(string(want), "\t")
	for i := 0; i < max(len(g), len(w)); i++ {
		a, b := field(g, i), field(w, i)
		if a == b {
			continue
		}
		if i < len(names) {
			return &Difference{Tic: tic, Column: names[i], Got: a, Want: b}
		}
		return diffPlayer(tic, a, b)
	}
	return nil
}

func diffPlayer(tic int, got, want string) *Difference {
	g, w := strings.Split(got, " "), strings.Split(want, " ")
	name := w[0]
	if name == "" {
		name = g[0]
	}
	for i := 0; i < max(len(g), len(w)); i++ {
		a, b := field(g, i), field(w, i)
		if a == b {
			continue
		}
		if i > 0 && i < len(playerFields) {
			name += "." + playerFields[i]
		}
		return &Difference{Tic: tic, Column: name, Got: a, Want: b}
	}
	return nil
}

func field(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func orEnd(line []byte) string {
	if len(line) == 0 {
		return "the end of the trace"
	}
	head, _, _ := bytes.Cut(line, []byte{'\t'})
	return "tic " + string(head)
}
