package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// messageTics is how long a message stays.
const messageTics = 4 * info.TicsPerSecond

// messages is the line at the top of the screen. A chat line holds its place
// for its whole time: what comes meanwhile waits, and the last of it is shown
// after that.
type messages struct {
	shown   line
	tics    int32 // left of it, 0: nothing is shown
	held    bool  // by a chat line
	waiting line
	waits   bool
}

// spawn begins a life: the screen is cleared.
func (m *messages) spawn() {
	m.tics = 0
	m.held = false
	m.waits = false
}

// post is a text for the screen.
func (m *messages) post(text string) {
	m.waiting.clear()
	m.waiting.add(text)
	m.waits = true
}

// tic lets time pass and shows what waits. While messages are not wanted, the
// last one waits.
func (m *messages) tic(visible bool) {
	if m.tics > 0 {
		m.tics--
		if m.tics == 0 {
			m.held = false
		}
	}
	if visible && m.waits && !m.held {
		m.shown = m.waiting
		m.waits = false
		m.tics = messageTics
	}
}

// say shows a chat line at once.
func (m *messages) say(name string, text []byte) {
	m.shown.clear()
	m.shown.add(name)
	m.shown.len += copy(m.shown.text[m.shown.len:], text)
	m.held = true
	m.tics = messageTics
}

// gather takes the texts of a tic for a player: the last one counts.
func (m *messages) gather(g *sim.Game, player int) {
	if id := g.Players[player].Message; id != sim.MessageNone {
		m.post(g.Content().Tables.Text(id))
	}
}

// turboMove is the fastest that a player moves without a cheat. Vanilla tells on
// those who move faster, each at a time of its own within some seconds.
const (
	turboMove  = 0x32
	turboShift = 5
	turboMask  = 1<<turboShift - 1
	// sawPull is what a chainsaw that bites makes of a command: no cheat.
	sawPull = 100
)

// plainNames are the players as vanilla calls cheats, whatever a patch calls
// them in the chat.
var plainNames = [sim.MaxPlayers]string{"Green: ", "Indigo: ", "Brown: ", "Red: "}

func (d *Display) watchTurbo(g *sim.Game) {
	tic := g.GameTic - 1
	for p := range d.turbo {
		if !g.Playing[p] {
			continue
		}
		cmd := &g.Players[p].Cmd
		if cmd.Forward > turboMove && (cmd.Forward != sawPull || cmd.Side != 0 || cmd.AngleTurn != 0) {
			d.turbo[p] = true
		}
		if d.turbo[p] && tic&turboMask == 0 && int(tic>>turboShift)%sim.MaxPlayers == p {
			d.turbo[p] = false
			d.messages.post(d.names[p])
			d.messages.waiting.add(" is turbo!")
		}
	}
}
