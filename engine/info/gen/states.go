package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// state is one state with its references still by name.
type state struct {
	name   string
	sprite int
	frame  int
	tics   int
	action int
	next   string
	at     line
}

// stateList is states.txt, unrolled.
type stateList struct {
	states []state
	index  map[string]int
}

const fullBright = 0x8000

func readStates(path string, names *nameLists) (*stateList, error) {
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	list := &stateList{index: map[string]int{}}
	for _, l := range lines {
		if err := list.addRun(l, names); err != nil {
			return nil, err
		}
	}
	for i := range list.states {
		s := &list.states[i]
		if s.next == "" && i+1 < len(list.states) {
			s.next = list.states[i+1].name
		}
		if _, ok := list.index[s.next]; !ok {
			return nil, s.at.errorf("state %s goes to unknown %q", s.name, s.next)
		}
	}
	return list, nil
}

// addRun unrolls one line.
func (list *stateList) addRun(l line, names *nameLists) error {
	name, rest, _ := strings.Cut(l.text, " ")
	name, second, _ := strings.Cut(name, "/")
	first := name
	spriteName, rest, ok := strings.Cut(strings.TrimSpace(rest), " ")
	sprite := indexOf(names.sprites, spriteName)
	if !ok || sprite < 0 {
		return l.errorf("run %s: no sprite %q", first, spriteName)
	}
	start := len(list.states)
	end := ""
	for _, step := range strings.Split(rest, ",") {
		f := strings.Fields(step)
		switch {
		case end != "":
			return l.errorf("run %s goes on behind its end", first)
		case len(f) == 1 && f[0] == "loop":
			end = first
		case len(f) == 1 && f[0] == "stop":
			end = "NULL"
		case len(f) == 2 && f[0] == "goto":
			end = f[1]
		case len(f) == 2 || len(f) == 3:
			tics, err := strconv.Atoi(f[1])
			if err != nil {
				return l.errorf("run %s: tics %q", first, f[1])
			}
			action := 0
			if len(f) == 3 {
				if action = indexOf(names.actions, f[2]); action < 0 {
					return l.errorf("run %s: no action %q", first, f[2])
				}
			}
			frames, bright := strings.CutSuffix(f[0], "*")
			for _, letter := range frames {
				s := state{name: name, sprite: sprite, frame: int(letter - 'A'), tics: tics, action: action, at: l}
				if s.frame < 0 || s.frame > 28 {
					return l.errorf("run %s: frame %q", first, letter)
				}
				if bright {
					s.frame |= fullBright
				}
				if _, twice := list.index[name]; twice {
					return l.errorf("state %s twice", name)
				}
				list.index[name] = len(list.states)
				list.states = append(list.states, s)
				if name == first && second != "" {
					name = second
				} else {
					name = following(name)
				}
			}
		default:
			return l.errorf("run %s: do not know %q", first, step)
		}
	}
	if len(list.states) == start {
		return l.errorf("run %s has no states", first)
	}
	list.states[len(list.states)-1].next = end
	return nil
}

// following returns the name after a name: with its number raised by one (at the same
// width), or with its last letter raised if a digit precedes it, else with a 2 appended.
func following(name string) string {
	n := len(name)
	i := n
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	if i < n {
		v, _ := strconv.Atoi(name[i:])
		return fmt.Sprintf("%s%0*d", name[:i], n-i, v+1)
	}
	if n > 1 && name[n-2] >= '0' && name[n-2] <= '9' {
		return name[:n-1] + string(name[n-1]+1)
	}
	return name + "2"
}

func writeStates(list *stateList) []byte {
	b := bytes.NewBufferString(header)
	names := make([]string, len(list.states))
	for i, s := range list.states {
		names[i] = camel(s.name)
	}
	enum(b, "The states.", "StateID", "State", "NumStates", names)
	fmt.Fprintf(b, "// Sprite, frame, tics, action, next, and two figures that nothing in Doom uses.\nvar stateTable = [%d]State{\n", len(list.states))
	for i, s := range list.states {
		fmt.Fprintf(b, "\t{%d, %d, %d, %d, %d, 0, 0}, // %d %s\n", s.sprite, s.frame, s.tics, s.action, list.index[s.next], i, s.name)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
