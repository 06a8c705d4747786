package info

import (
	"strconv"
	"strings"
)

// maxText bounds both sides of one Text section; Doom's longest is under 700.
const maxText = 1 << 16

// replaceText applies a Text section: two lengths after the word, then that many bytes of
// Doom's text and of the new one, with nothing in between.
func (p *patch) replaceText(rest string) {
	f := strings.Fields(rest)
	var from, to int32
	ok := len(f) >= 2
	if ok {
		var okFrom, okTo bool
		from, okFrom = leadingInt(f[0])
		to, okTo = leadingInt(f[1])
		ok = okFrom && okTo && from >= 0 && to >= 0 && from <= maxText && to <= maxText
	}
	if !ok {
		p.warn("Text ", quote(rest), ": two lengths up to ", strconv.Itoa(maxText), " belong here")
		return
	}
	end := p.pos + int(from) + int(to)
	if end > len(p.text) {
		p.warn("Text ", itoa(from), " ", itoa(to), " goes on behind the end of the patch")
		p.pos = len(p.text)
		return
	}
	old := string(p.text[p.pos : p.pos+int(from)])
	text := string(p.text[p.pos+int(from) : end])
	p.line += strings.Count(old, "\n") + strings.Count(text, "\n")
	p.pos = end
	// The rest of the last line is empty if the lengths are right.
	if tail, ok := p.readLine(false); ok && strings.TrimSpace(tail) != "" {
		p.warn("Text ", itoa(from), " ", itoa(to), ": ", quote(tail), " is left over behind it")
	}
	p.substitute(old, text)
}

// substitute replaces every use of one of Doom's texts: messages, names of sprites,
// sounds and music.
func (p *patch) substitute(old, text string) {
	t := p.tables
	found := false
	for i, s := range stringTable {
		if s == old && i != int(StrNone) {
			t.Strings[i] = text
			found = true
		}
	}
	if id := storyOf(old); id != StrNone {
		t.Strings[id] = text
		found = true
	}
	for i, s := range spriteNames {
		if s == old {
			found = true
			p.renameSprite(SpriteID(i), text)
		}
	}
	for i := range soundTable {
		if soundTable[i].Name == old && i != int(SoundNone) {
			found = true
			p.renameSound(SoundID(i), text)
		}
	}
	for i, s := range musicNames {
		if s == old && i != int(MusicNone) {
			found = true
			p.renameMusic(MusicID(i), text)
		}
	}
	if isLumpText(old) {
		p.renameLump(old, text)
		found = true
	}
	if !found {
		p.warn("text ", quote(old), " is not one of Doom's that can change here")
	}
}

func (p *patch) renameSound(id SoundID, name string) {
	if !lumpNameOK(name, 6) {
		p.warn("sound ", quote(soundTable[id].Name), ": ", quote(name), " is not a name of 1 to 6 letters")
		return
	}
	p.tables.Sounds[id].Name = name
}

func (p *patch) renameMusic(id MusicID, name string) {
	if !lumpNameOK(name, 6) {
		p.warn("music ", quote(musicNames[id]), ": ", quote(name), " is not a name of 1 to 6 letters")
		return
	}
	p.tables.Music[id] = name
}

// setSoundName applies "pistol = bow" of [SOUNDS].
func (p *patch) setSoundName(key, value string) {
	for i := range soundTable {
		if i != int(SoundNone) && strings.EqualFold(soundTable[i].Name, key) {
			p.renameSound(SoundID(i), value)
			return
		}
	}
	p.warn("sound ", quote(key), " is not known")
}

// setMusicName applies "e1m1 = mysong" of [MUSIC].
func (p *patch) setMusicName(key, value string) {
	for i, name := range musicNames {
		if i != int(MusicNone) && strings.EqualFold(name, key) {
			p.renameMusic(MusicID(i), value)
			return
		}
	}
	p.warn("music ", quote(key), " is not known")
}

func (p *patch) renameSprite(id SpriteID, name string) {
	if len(name) != 4 || !lumpNameOK(name, 4) {
		p.warn("sprite ", spriteNames[id], ": ", quote(name), " is not a name of four letters")
		return
	}
	p.tables.Sprites[id] = strings.ToUpper(name)
}

// lumpNameOK reports whether s may be a part of a lump's name.
func lumpNameOK(s string, most int) bool {
	if len(s) < 1 || len(s) > most {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// stories identifies Doom's story texts by length and FNV-1a hash: patches quote the
// originals, and this program does not contain the words themselves.
var stories = [...]struct {
	id     StringID
	length int
	hash   uint32
}{
	{StrE1text, 440, 0xa55eeb32}, {StrE2text, 466, 0xb4f469cf}, {StrE3text, 492, 0x698b9496}, {StrE4text, 503, 0x497c3ed3},
	{StrC1text, 405, 0x744f7cd2}, {StrC2text, 617, 0x1de4af6a}, {StrC3text, 312, 0x34838b88},
	{StrC4text, 494, 0x4840906a}, {StrC5text, 164, 0x6ae10ca2}, {StrC6text, 92, 0xf3a14a8a},
	{StrP1text, 433, 0xf26ac9ec}, {StrP2text, 193, 0xbd4919e1}, {StrP3text, 328, 0x1ffed2a9},
	{StrP4text, 460, 0x7ed7f885}, {StrP5text, 159, 0x1287d313}, {StrP6text, 106, 0xb86d2f22},
	{StrT1text, 389, 0xa61c8eae}, {StrT2text, 310, 0xc2153c52}, {StrT3text, 309, 0xb9370ec2},
	{StrT4text, 385, 0x2bce3036}, {StrT5text, 173, 0x15d75a18}, {StrT6text, 353, 0xcf1c990b},
}

func storyOf(text string) StringID {
	hash := fnv32(text)
	for i := range stories {
		if stories[i].length == len(text) && stories[i].hash == hash {
			return stories[i].id
		}
	}
	return StrNone
}

// fnv32 returns the 32-bit FNV-1a hash of s.
func fnv32(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// setString applies "SYMBOL = text" of [STRINGS].
func (p *patch) setString(symbol, value string) {
	for i, s := range stringSymbols {
		if strings.EqualFold(s, symbol) && i != int(StrNone) {
			p.tables.Strings[i] = value
			return
		}
	}
	// Other engines' texts: start-up banners, obituaries, weapon tags, keys of Boom.
	for _, prefix := range []string{"STARTUP", "OB_", "TAG_", "PD_", "CC_", "SECRETMESSAGE", "SS_"} {
		if strings.HasPrefix(symbol, prefix) {
			return
		}
	}
	p.warn("text ", quote(symbol), " is not known")
}

// setPar applies "par EPISODE MAP SECONDS" or "par MAP SECONDS" of [PARS].
func (p *patch) setPar(line string) {
	line, _, _ = strings.Cut(line, "#")
	f := strings.Fields(line)
	var n [3]int32
	ok := (len(f) == 3 || len(f) == 4) && strings.EqualFold(f[0], "par")
	for i := 1; ok && i < len(f); i++ {
		n[i-1], ok = leadingInt(f[i])
	}
	if !ok {
		p.warn(quote(line), " is not a par time")
		return
	}
	pars := &p.tables.Pars
	var slot *int32
	seconds := n[len(f)-2]
	switch {
	case len(f) == 4 && n[0] >= 1 && int(n[0]) < len(pars.Doom) && n[1] >= 1 && n[1] <= 9:
		slot = &pars.Doom[n[0]][n[1]]
	case len(f) == 3 && n[0] >= 1 && int(n[0]) < len(pars.Doom2):
		slot = &pars.Doom2[n[0]]
	default:
		p.warn(quote(line), ": there is no such level")
		return
	}
	if seconds < 0 || seconds > 35*3600 {
		p.warn(quote(line), ": not a time")
		return
	}
	if seconds != 0 {
		*slot = seconds
	}
}

// setSpriteName applies "TROO = IMPX" of [SPRITES].
func (p *patch) setSpriteName(key, value string) {
	for i, s := range spriteNames {
		if strings.EqualFold(s, key) {
			p.renameSprite(SpriteID(i), value)
			return
		}
	}
	if n, ok := leadingInt(key); ok && n >= 0 && int(n) < len(spriteNames) {
		p.renameSprite(SpriteID(n), value)
		return
	}
	p.warn("sprite ", quote(key), " is not known")
}

// The addresses of the sprites' names in Doom 1.9's program, one every eight bytes.
const (
	spriteNameBase = 151328
	spriteNameStep = 8
)

// setSpriteOffset applies a Sprite section: an address gives a sprite another sprite's
// name.
func (p *patch) setSpriteOffset(key string, n int32) {
	if !strings.EqualFold(key, "Offset") {
		p.warn("field ", quote(key), " is not known")
		return
	}
	i := (int(n) - spriteNameBase) / spriteNameStep
	if int(n) < spriteNameBase || i >= len(spriteNames) {
		p.warn("offset ", itoa(n), " is no sprite's name")
		return
	}
	p.tables.Sprites[p.index] = spriteNames[i]
}
