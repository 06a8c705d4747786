package sim

import "doomhost/engine/info"

// buttonTime is how long a repeatable switch stays pressed, in tics.
const buttonTime = 35

// ButtonPart says which of a side's textures is the switch.
type ButtonPart uint8

const (
	ButtonTop ButtonPart = iota
	ButtonMiddle
	ButtonBottom
)

// Button is a repeatable switch that is pressed and will flip back. A new button takes
// the first free slot (Timer 0). Slot 0 decides where the sound of every switch comes
// from.
type Button struct {
	Line    int32
	Part    ButtonPart
	Texture int16 // the texture to restore
	Timer   int32 // tics left
}

// part returns the texture of the given part of a side.
func (s *Side) part(p ButtonPart) *int16 {
	switch p {
	case ButtonTop:
		return &s.Top
	case ButtonMiddle:
		return &s.Middle
	}
	return &s.Bottom
}

// flipSwitch changes the switch texture on a line's front, if it has one. Of several it
// takes the one that comes first in the list of switches, and of equal ones the top
// before the middle before the bottom. A line that works once is spent.
func (g *Game) flipSwitch(line int32, repeats bool) {
	if !repeats {
		g.Specials[line] = 0
	}
	front := g.lv.Lines[line].Side[0]
	if front < 0 {
		return
	}
	found := int16(-1)
	part := ButtonTop
	for p := ButtonTop; p <= ButtonBottom; p++ {
		at := g.content.switchAt[*g.Sides[front].part(p)]
		if at >= 0 && (found < 0 || at < found) {
			found, part = at, p
		}
	}
	if found < 0 {
		return
	}
	g.switchSound()
	side := g.touchSide(front)
	old := *side.part(part)
	*side.part(part) = g.content.switches[found^1]
	if repeats {
		g.startButton(Button{Line: line, Part: part, Texture: old, Timer: buttonTime})
	}
}

// switchSound plays at the first button, or everywhere if none is pressed: vanilla
// ignores the position of the switch in use. The exit switch's own sound is never heard,
// because its line is spent first.
func (g *Game) switchSound() {
	if len(g.buttons) == 0 || g.buttons[0].Timer == 0 {
		g.soundNowhere(info.SoundSwtchn)
		return
	}
	line := g.buttons[0].Line
	g.soundLine(line, g.lv.Lines[line].Front, info.SoundSwtchn)
}

func (g *Game) startButton(b Button) {
	for i := range g.buttons {
		if g.buttons[i].Timer != 0 && g.buttons[i].Line == b.Line {
			return
		}
	}
	for i := range g.buttons {
		if g.buttons[i].Timer == 0 {
			g.buttons[i] = b
			return
		}
	}
	g.buttons = append(g.buttons, b)
}

// updateButtons flips back switches whose time is over.
func (g *Game) updateButtons() {
	for i := range g.buttons {
		b := &g.buttons[i]
		if b.Timer == 0 {
			continue
		}
		b.Timer--
		if b.Timer == 0 {
			*g.touchSide(g.lv.Lines[b.Line].Side[0]).part(b.Part) = b.Texture
			g.startSound(SoundEvent{Sound: info.SoundSwtchn, Kind: OriginButton})
			*b = Button{}
		}
	}
}
