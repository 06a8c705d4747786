package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// ToAll addresses a chat line to everybody. A slot's number plus 1 addresses it
// to that slot.
const ToAll = sim.MaxPlayers + 1

// Sender takes the characters of a chat line, one by one, to send them to the others with
// the coming ticcmds. Chat returns false if it is full.
type Sender interface{ Chat(c byte) bool }

// chat holds the line being typed, and the lines that the others are typing.
type chat struct {
	open bool
	to   byte
	own  line

	theirs   [sim.MaxPlayers]line
	theirsTo [sim.MaxPlayers]byte
}

// OpenChat begins a line of chat to a slot (its number plus 1) or ToAll. Pass typed
// characters to ChatKey until the line is done.
func (d *Display) OpenChat(to byte, s Sender) {
	if to == 0 || to > ToAll || !s.Chat(to) {
		return
	}
	d.chat.open, d.chat.to = true, to
	d.chat.own.clear()
}

// maxChat is the largest number of characters sent of a line.
const maxChat = 70

// ChatText changes the open line to text, spelled by Latin. It erases back to the common
// beginning and types the rest, because an input method may replace text that it showed
// before.
func (d *Display) ChatText(text string, s Sender) {
	spelled, _ := Latin(text)
	spelled = spelled[:min(len(spelled), maxChat)]
	same := 0
	for same < len(spelled) && same < d.chat.own.len && spelled[same] == d.chat.own.text[same] {
		same++
	}
	for n := d.chat.own.len; n > same; n-- {
		d.ChatKey(charBackspace, s)
	}
	for _, c := range []byte(spelled[same:]) {
		d.ChatKey(c, s)
	}
}

// ChatKey takes a typed character: printable ones of ASCII, 127 to erase the
// last one, 13 to end the line, 27 to give it up.
func (d *Display) ChatKey(c byte, s Sender) {
	const charEscape = 27
	ch := &d.chat
	if !ch.open {
		return
	}
	switch {
	case c == charEscape:
		// The others already have part of the line: erase it there too.
		for ch.own.len > 0 && s.Chat(charBackspace) {
			ch.own.len--
		}
		ch.open = false
	case c == charEnter:
		if !s.Chat(charEnter) {
			return
		}
		ch.open = false
		if ch.own.len > 0 {
			d.messages.waiting = ch.own
			d.messages.waits = true
		}
	default:
		before := ch.own
		if ch.own.typed(c) && !s.Chat(upper(c)) {
			ch.own = before
		}
	}
}

// listen takes the characters that the others typed in this tic.
func (d *Display) listen(g *sim.Game) {
	if !g.NetGame {
		return
	}
	ch := &d.chat
	for p := range ch.theirs {
		c := g.Players[p].Cmd.Chat
		if !g.Playing[p] || p == d.player || c == 0 {
			continue
		}
		if c <= ToAll {
			ch.theirsTo[p] = c
			continue
		}
		l := &ch.theirs[p]
		if c != charEnter {
			l.typed(c)
			continue
		}
		if l.len > 0 && (ch.theirsTo[p] == byte(d.player)+1 || ch.theirsTo[p] == ToAll) {
			d.messages.say(d.prefix[p], l.bytes())
			d.hearChat()
		}
		l.clear()
	}
}

// hearChat plays the sound of an incoming line.
func (d *Display) hearChat() {
	s := info.SoundTink
	if d.content.Mission.Commercial() {
		s = info.SoundRadio
		d.chance.next()
	}
	d.sounds = append(d.sounds, s)
}
