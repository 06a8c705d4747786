package hud

import (
	"doomhost/engine/sim"
)

// messageTics is the number of tics that a message stays.
const messageTics = 4 * sim.TicRate

// messages is the line at the top of the screen. A chat line stays for its whole time:
// later messages wait, and then the last of them is shown.
type messages struct {
	shown   line
	tics    int32 // tics left, 0: nothing is shown
	held    bool  // by a chat line
	waiting line
	waits   bool
}

// spawn clears the screen for a new life.
func (m *messages) spawn() {
	m.tics = 0
	m.held = false
	m.waits = false
}

// post queues a text for the screen.
func (m *messages) post(text string) {
	m.waiting.clear()
	m.waiting.add(text)
	m.waits = true
}

// tic counts a tic and shows the waiting message. While messages are hidden, the last one
// waits.
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

// gather takes a player's texts of a tic, of which the last one counts.
func (m *messages) gather(g *sim.Game, player int) {
	if id := g.Players[player].Message; id != sim.MessageNone {
		m.post(g.Content().Tables.Text(id))
	}
}

// turboMove is the fastest move without a cheat. Vanilla reports players who move faster,
// each in different tics within a few seconds.
const (
	turboMove  = 0x32
	turboShift = 5
	turboMask  = 1<<turboShift - 1
	// sawPull is the forward move of a command while a chainsaw bites, which is not a
	// cheat.
	sawPull = 100
)

// plainNames holds the names with which vanilla reports cheats, whatever a patch calls
// the players in the chat.
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
