package info

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

// Errors of ApplyDehacked for input that is not a patch; the tables stay unchanged.
var (
	ErrNotPatch     = errors.New("apply DEHACKED: neither the DeHackEd signature nor a known section; save the patch as text, version 3.0")
	ErrPatchTooLong = errors.New("apply DEHACKED: longer than 4 MiB")
	ErrPatchUTF16   = errors.New("apply DEHACKED: in UTF-16; save the patch as plain text or UTF-8")
)

// CheatsLeftOut is in the warning about sections that change what one types for cheats:
// there are none here.
const CheatsLeftOut = "section Cheat: what one types for cheats cannot change here"

const (
	// maxPatch is far above any real patch.
	maxPatch       = 4 << 20
	patchSignature = "Patch File for DeHackEd v"
	// maxWarnings bounds the number of warnings about a broken patch.
	maxWarnings = 100
)

// ApplyDehacked applies a DeHackEd patch to the tables: the sections of DeHackEd 3.0 (for
// Doom 1.9), and of Boom's extensions [STRINGS], [PARS], [CODEPTR] and [SPRITES]. It
// skips unknown words and references outside a table, with one warning for each kind that
// begins with the line's number. Any white space separates words; LF, CRLF or CR ends
// lines. As in Chocolate Doom, par times of 0 keep Doom's own.
func (t *Tables) ApplyDehacked(lump []byte) (warnings []string, err error) {
	if len(lump) > maxPatch {
		return nil, ErrPatchTooLong
	}
	if bytes.HasPrefix(lump, []byte("\xff\xfe")) || bytes.HasPrefix(lump, []byte("\xfe\xff")) {
		return nil, ErrPatchUTF16
	}
	p := &patch{tables: t, text: patchText(lump), kinds: make(map[string]int)}
	p.run()
	if !p.known {
		return nil, ErrNotPatch
	}
	p.breakHotLoops()
	for i, n := range p.again {
		if n > 0 {
			p.warnings[i] += " (and " + strconv.Itoa(n) + " more of the kind)"
		}
	}
	if p.unsaid > 0 {
		p.warnings = append(p.warnings, strconv.Itoa(p.unsaid)+" further warnings")
	}
	return p.warnings, nil
}

// patchText returns a lump with LF as its line ends: the lengths in Text sections count
// any line end as one byte.
func patchText(lump []byte) []byte {
	text := bytes.TrimRight(lump, "\x00")
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !bytes.Contains(text, []byte("\n")) {
		return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return bytes.ReplaceAll(text, []byte("\r"), nil)
}

// section is the section of the lines that follow.
type section uint8

const (
	sectionNone section = iota
	// sectionSkip ignores the lines of a section without a meaning here.
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
	sectionSounds
	sectionMusic
)

// patch is one pass over a patch. It never looks back before pos.
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
	again    []int          // how often each of them came again
	kinds    map[string]int // which warning is of a kind
	unsaid   int
}

// warn reports a skipped part. Warnings that differ only in numbers are of one kind; warn
// reports the first and counts the others.
func (p *patch) warn(words ...string) {
	text := strings.Join(words, "")
	kind := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, text)
	if i, ok := p.kinds[kind]; ok {
		p.again[i]++
		return
	}
	if len(p.warnings) == maxWarnings {
		p.unsaid++
		return
	}
	p.kinds[kind] = len(p.warnings)
	p.warnings = append(p.warnings, "line "+strconv.Itoa(p.at)+": "+text)
	p.again = append(p.again, 0)
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
			// Boom's sections go on after a blank line; DeHackEd's end there.
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

// readLine returns the next line without its end. Extended lines are those of [STRINGS]:
// \n is a line end in the text, and a backslash at the line's end continues with the next
// line after its indentation.
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
	{"cheat", sectionSkip}, {"text", sectionNone}, {"include", sectionSkip},
	{"[strings]", sectionStrings}, {"[pars]", sectionPars}, {"[codeptr]", sectionCodePointers},
	{"[sprites]", sectionSprites}, {"[sounds]", sectionSounds}, {"[music]", sectionMusic}, {"[helper]", sectionSkip},
}

// startSection reports whether a line begins a section, and makes that section the
// current one. A section's line is not an assignment, and DeHackEd's have a number after
// their name. That tells them from the previous section's fields if a patch lacks the
// blank line.
func (p *patch) startSection(line string) bool {
	if p.section == sectionStrings && line[0] != '[' {
		if strings.Contains(line, "=") {
			return false
		}
	}
	word, rest := cutWord(line)
	var number int32
	if line[0] != '[' && !strings.EqualFold(word, "include") {
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
		case "cheat":
			p.warn(CheatsLeftOut)
		case "[helper]":
			p.warn(needs, "MBF: section [HELPER] is left out")
		case "include":
			p.warn("INCLUDE ", quote(rest), ": patches are read from WADs alone, each by itself")
			p.section = sectionNone
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

// setIndex checks the number after a section's name, and skips the section if the number
// is invalid.
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
		if int(number) >= low+count && p.tooHigh(number) {
			p.warn(needs, "DEHEXTRA: number ", itoa(number), tooHighTail, strconv.Itoa(low+count-1))
			p.section = sectionSkip
			return
		}
		p.warn("number ", itoa(number), " is not from ", strconv.Itoa(low), " to ", strconv.Itoa(low+count-1))
		p.section = sectionSkip
		return
	}
	p.index = int(number) - low
}

// pointerFrame returns the frame of "Pointer 12 (Frame 34)", or without the brackets that
// of the twelfth frame with an action.
func pointerFrame(number int32, rest string) (int32, bool) {
	if _, inside, ok := strings.Cut(rest, "("); ok {
		if _, after := cutWord(inside); after != "" {
			return leadingInt(after)
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
	switch key = spaced(key); {
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

// breakHotLoops gives a tic to a state that would lead back to itself forever within one
// tic, where vanilla hangs.
func (p *patch) breakHotLoops() {
	states := p.tables.States
	// seen holds the walk that visited each state last. A walk that meets one of its own
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

// leadingInt returns the decimal or 0x number at the start of a text and ignores the
// rest, mostly comments. Numbers up to 2^32 wrap, because flags appear both signed and
// unsigned.
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

// cutWord splits a line after its first word.
func cutWord(line string) (word, rest string) {
	i := strings.IndexFunc(line, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}

// spaced returns a text with single spaces between its words.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// quote returns a part of the patch for a warning: on one line, not too long.
func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.QuoteToASCII(s)
}
