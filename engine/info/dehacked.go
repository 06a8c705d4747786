package info

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

// What ApplyDehacked returns for bytes that are no patch; the tables are as they were.
var (
	ErrNotPatch     = errors.New("apply DEHACKED: neither the DeHackEd signature nor a known section; save the patch as text, version 3.0")
	ErrPatchTooLong = errors.New("apply DEHACKED: longer than 4 MiB")
)

const (
	// maxPatch is far above any real patch.
	maxPatch       = 4 << 20
	patchSignature = "Patch File for DeHackEd v"
	// maxWarnings bounds what a broken patch can make us remember.
	maxWarnings = 100
)

// ApplyDehacked changes the tables as a DeHackEd patch says: the sections of
// DeHackEd 3.0 (for Doom 1.9), and of Boom's extension [STRINGS], [PARS], [CODEPTR]
// and [SPRITES]. What it does not know or what would point out of a table it
// leaves alone and says so in a warning that begins with the line's number.
// Par times of 0 keep Doom's own, as Chocolate Doom has it.
func (t *Tables) ApplyDehacked(lump []byte) (warnings []string, err error) {
	if len(lump) > maxPatch {
		return nil, ErrPatchTooLong
	}
	// Counts in Text sections count a line's end as one byte whatever it is.
	text := bytes.TrimRight(lump, "\x00")
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	p := &patch{tables: t, text: text}
	p.run()
	if !p.known {
		return nil, ErrNotPatch
	}
	p.breakHotLoops()
	if p.unsaid > 0 {
		p.warnings = append(p.warnings, strconv.Itoa(p.unsaid)+" further warnings")
	}
	return p.warnings, nil
}

// section is what the lines that follow are about.
type section uint8

const (
	sectionNone section = iota
	// sectionSkip swallows the lines of a section that means nothing here.
	sectionSkip
	sectionThing
	sectionFrame
	sectionPointer
	sectionSound
	sectionAmmo
	sectionWeapon
	sectionMisc
	sectionSprite
	sectionStrings
	sectionPars
	sectionCodePointers
	sectionSprites
)

// patch is one run over a patch. It never looks behind pos.
type patch struct {
	tables *Tables
	text   []byte
	pos    int
	line   int // of the line last read, from 1
	// at is the line that a section's present line began on.
	at       int
	section  section
	index    int // which thing, frame, ... the section is about
	known    bool
	warnings []string
	unsaid   int
}

func (p *patch) warn(words ...string) {
	if len(p.warnings) == maxWarnings {
		p.unsaid++
		return
	}
	p.warnings = append(p.warnings, "line "+strconv.Itoa(p.at)+": "+strings.Join(words, ""))
}

func (p *patch) run() {
	for first := true; ; {
		p.at = p.line + 1
		line, ok := p.readLine(p.section == sectionStrings)
		if !ok {
			return
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			// Boom's sections go on behind a blank line, DeHackEd's end there.
			if p.section < sectionStrings {
				p.section = sectionNone
			}
			continue
		case line[0] == '#':
			continue
		case first && strings.HasPrefix(line, patchSignature):
			p.known = true
			if v := line[len(patchSignature):]; v != "3.0" && v != "2.3" {
				p.warn("DeHackEd version ", quote(v), ": read as 3.0")
			}
		case p.startSection(line):
			p.known = true
		case p.section == sectionNone:
			p.preamble(line)
		default:
			p.apply(line)
		}
		first = false
	}
}

// readLine is the next line without its end. Extended lines are those of [STRINGS]:
// \n is a line's end in the text, a backslash at the line's end goes on with the
// next line behind its indentation.
func (p *patch) readLine(extended bool) (string, bool) {
	if p.pos >= len(p.text) {
		return "", false
	}
	var b strings.Builder
	indentation := false
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		if extended && c == '\\' && p.pos < len(p.text) {
			c = p.text[p.pos]
			p.pos++
			if c == 'n' {
				b.WriteByte('\n')
				continue
			}
			if c == '\n' {
				p.line++
				indentation = true
				continue
			}
		}
		if indentation && c != '\n' && isSpace(c) {
			continue
		}
		indentation = false
		if c == '\n' {
			break
		}
		if c != 0 {
			b.WriteByte(c)
		}
	}
	p.line++
	return b.String(), true
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// sectionNames are the words that begin sections.
var sectionNames = []struct {
	name    string
	section section
}{
	{"thing", sectionThing}, {"frame", sectionFrame}, {"pointer", sectionPointer}, {"sound", sectionSound},
	{"ammo", sectionAmmo}, {"weapon", sectionWeapon}, {"misc", sectionMisc}, {"sprite", sectionSprite},
	{"cheat", sectionSkip}, {"text", sectionNone},
	{"[strings]", sectionStrings}, {"[pars]", sectionPars}, {"[codeptr]", sectionCodePointers},
	{"[sprites]", sectionSprites}, {"[helper]", sectionSkip}, {"[sounds]", sectionSkip}, {"[music]", sectionSkip},
}

// startSection reports whether a line begins a section, and makes it the present
// one. A section's line is not an assignment, and DeHackEd's have a number behind
// their name: this tells them from the fields of the section before, where a patch
// forgot the blank line.
func (p *patch) startSection(line string) bool {
	if p.section == sectionStrings && line[0] != '[' {
		if strings.Contains(line, "=") {
			return false
		}
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	var number int32
	if line[0] != '[' {
		var ok bool
		if number, ok = leadingInt(rest); !ok || strings.Contains(line, "=") {
			return false
		}
	}
	for _, s := range sectionNames {
		if !strings.EqualFold(word, s.name) {
			continue
		}
		p.section = s.section
		switch s.name {
		case "text":
			p.replaceText(rest)
		default:
			p.setIndex(number, rest)
		}
		return true
	}
	if line[0] == '[' {
		p.section = sectionSkip
		p.warn("section ", quote(line), " is not known")
		return true
	}
	return false
}

// setIndex checks the number behind a section's name; where it is of nothing, the
// section is skipped.
func (p *patch) setIndex(number int32, rest string) {
	low, count := 0, 0
	switch p.section {
	case sectionThing:
		low, count = 1, len(p.tables.Mobjs)
	case sectionFrame:
		count = len(p.tables.States)
	case sectionPointer:
		frame, ok := pointerFrame(number, rest)
		if !ok {
			p.warn("pointer ", itoa(number), " names no frame with an action")
			p.section = sectionSkip
			return
		}
		number, count = frame, len(p.tables.States)
	case sectionSound:
		count = len(p.tables.Sounds)
	case sectionAmmo:
		count = NumAmmo
	case sectionWeapon:
		count = NumWeapons
	case sectionSprite:
		count = len(p.tables.Sprites)
	default:
		return
	}
	if int(number) < low || int(number) >= low+count {
		p.warn("number ", itoa(number), " is not from ", strconv.Itoa(low), " to ", strconv.Itoa(low+count-1))
		p.section = sectionSkip
		return
	}
	p.index = int(number) - low
}

// pointerFrame is the frame of "Pointer 12 (Frame 34)"; without one in brackets, of
// the twelfth frame that has an action.
func pointerFrame(number int32, rest string) (int32, bool) {
	if _, inside, ok := strings.Cut(rest, "("); ok {
		if _, after, ok := strings.Cut(inside, " "); ok {
			return leadingInt(strings.TrimSpace(after))
		}
	}
	for i := range stateTable {
		if stateTable[i].Action != ActNone {
			if number == 0 {
				return int32(i), true
			}
			number--
		}
	}
	return 0, false
}

// preamble takes the lines before the first section.
func (p *patch) preamble(line string) {
	key, value, ok := strings.Cut(line, "=")
	n, isInt := leadingInt(strings.TrimSpace(value))
	switch key = strings.TrimSpace(key); {
	case ok && strings.EqualFold(key, "Doom version"):
		if !isInt || n != 19 && n != 21 {
			p.warn("Doom version ", quote(strings.TrimSpace(value)), ": read as 1.9's")
		}
	case ok && strings.EqualFold(key, "Patch format"):
		if !isInt || n != 6 {
			p.warn("patch format ", quote(strings.TrimSpace(value)), ": read as 6")
		}
	default:
		p.warn(quote(line), " is in no section")
	}
}

// breakHotLoops gives a tic to a state that would change to itself for ever within
// one tic: vanilla hangs there.
func (p *patch) breakHotLoops() {
	states := p.tables.States
	// seen holds in which walk a state was come by; a walk that comes by its own
	// states has found a loop.
	seen := make([]int, len(states))
	for i := range states {
		at := StateID(i)
		for at != StateNull && states[at].Tics == 0 && seen[at] == 0 {
			seen[at] = i + 1
			at = states[at].Next
		}
		if at != StateNull && states[at].Tics == 0 && seen[at] == i+1 {
			states[at].Tics = 1
			p.warn("frame ", strconv.Itoa(int(at)), " would never end: 1 tic")
		}
	}
}

// leadingInt is the decimal or 0x number that a text begins with; what stands
// behind it, a comment mostly, does not matter. Numbers up to 2^32 wrap, as flags
// are written both ways.
func leadingInt(s string) (int32, bool) {
	end := 0
	for end < len(s) && !isSpace(s[end]) && strings.IndexByte("()#;", s[end]) < 0 {
		end++
	}
	digits, base := s[:end], 10
	if len(digits) > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') {
		digits, base = digits[2:], 16
	}
	n, err := strconv.ParseInt(digits, base, 64)
	if err != nil || n < -1<<31 || n >= 1<<32 {
		return 0, false
	}
	return int32(n), true
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// quote is a part of the patch as a warning shows it: on one line, not too long.
func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.QuoteToASCII(s)
}
