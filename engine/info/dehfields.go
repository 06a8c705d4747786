package info

import (
	"strconv"
	"strings"

	"doomhost/engine/fixed"
)

// apply applies one line of the current section.
func (p *patch) apply(line string) {
	switch p.section {
	case sectionSkip:
		return
	case sectionPars:
		p.setPar(line)
		return
	}
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		p.warn(quote(line), " has no =")
		return
	}
	key, value = spaced(key), strings.TrimSpace(value)
	switch p.section {
	case sectionStrings:
		p.setString(key, value)
		return
	case sectionCodePointers:
		p.setCodePointer(key, value)
		return
	case sectionSprites:
		p.setSpriteName(key, value)
		return
	case sectionSounds:
		p.setSoundName(key, value)
		return
	case sectionMusic:
		p.setMusicName(key, value)
		return
	case sectionThing:
		if strings.EqualFold(key, "Bits") {
			p.setBits(value)
			return
		}
	}
	n, ok := leadingInt(value)
	if !ok {
		if !p.warnOfPort(portFields, "field", key) {
			p.warn(key, ": ", quote(value), " is not a number")
		}
		return
	}
	t := p.tables
	switch p.section {
	case sectionThing:
		setField(p, &t.Mobjs[p.index], thingFields, key, n)
	case sectionFrame:
		setField(p, &t.States[p.index], frameFields, key, n)
	case sectionPointer:
		p.setPointer(key, n)
	case sectionSound:
		setField(p, &t.Sounds[p.index], soundFields, key, n)
	case sectionWeapon:
		setField(p, &t.Weapons[p.index], weaponFields, key, n)
	case sectionAmmo:
		setField(p, &ammoView{&t.MaxAmmo[p.index], &t.ClipAmmo[p.index]}, ammoFields, key, n)
	case sectionMisc:
		setField(p, &t.Misc, miscFields, key, n)
	case sectionSprite:
		p.setSpriteOffset(key, n)
	}
}

// kind is the meaning of a field's number.
type kind uint8

const (
	plain kind = iota
	aState
	aSound
	aSprite
	aFrame
	anAmmo
	// aDivisor must not be 0: the simulation divides by it.
	aDivisor
	// ignored fields are known but have no meaning here: addresses in vanilla's program
	// and the like.
	ignored
)

// field is a line's name in a section of a patch, and the value that it sets.
type field[T any] struct {
	name string
	kind kind
	set  func(*T, int32)
}

// setField sets the named field if the number is valid for it.
func setField[T any](p *patch, to *T, fields []field[T], name string, n int32) {
	for i := range fields {
		f := &fields[i]
		if !strings.EqualFold(f.name, name) {
			continue
		}
		count := 0
		switch f.kind {
		case ignored:
			p.warn("field ", quote(f.name), " is an address in vanilla's program: it changes nothing here")
			return
		case aState:
			count = len(p.tables.States)
		case aSound:
			count = len(p.tables.Sounds)
		case aSprite:
			count = len(p.tables.Sprites)
		case aFrame:
			count = 1 << 16
		case aDivisor:
			if n == 0 {
				p.warn(f.name, " must not be 0")
				return
			}
		case anAmmo:
			if n == int32(AmmoNone) {
				break
			}
			count = NumAmmo
		}
		if count > 0 && (n < 0 || int(n) >= count) {
			p.warn(f.name, " ", itoa(n), " is not from 0 to ", strconv.Itoa(count-1))
			return
		}
		f.set(to, n)
		return
	}
	if !p.warnOfPort(portFields, "field", name) {
		p.warn("field ", quote(name), " is not known")
	}
}

var thingFields = []field[Mobj]{
	{"ID #", plain, func(m *Mobj, n int32) { m.DoomEdNum = n }},
	{"Initial frame", aState, func(m *Mobj, n int32) { m.SpawnState = StateID(n) }},
	{"Hit points", plain, func(m *Mobj, n int32) { m.SpawnHealth = n }},
	{"First moving frame", aState, func(m *Mobj, n int32) { m.SeeState = StateID(n) }},
	{"Alert sound", aSound, func(m *Mobj, n int32) { m.SeeSound = SoundID(n) }},
	{"Reaction time", plain, func(m *Mobj, n int32) { m.ReactionTime = n }},
	{"Attack sound", aSound, func(m *Mobj, n int32) { m.AttackSound = SoundID(n) }},
	{"Injury frame", aState, func(m *Mobj, n int32) { m.PainState = StateID(n) }},
	{"Pain chance", plain, func(m *Mobj, n int32) { m.PainChance = n }},
	{"Pain sound", aSound, func(m *Mobj, n int32) { m.PainSound = SoundID(n) }},
	{"Close attack frame", aState, func(m *Mobj, n int32) { m.MeleeState = StateID(n) }},
	{"Far attack frame", aState, func(m *Mobj, n int32) { m.MissileState = StateID(n) }},
	{"Death frame", aState, func(m *Mobj, n int32) { m.DeathState = StateID(n) }},
	{"Exploding frame", aState, func(m *Mobj, n int32) { m.XDeathState = StateID(n) }},
	{"Death sound", aSound, func(m *Mobj, n int32) { m.DeathSound = SoundID(n) }},
	{"Speed", plain, func(m *Mobj, n int32) { m.Speed = n }},
	{"Width", plain, func(m *Mobj, n int32) { m.Radius = fixed.Fixed(n) }},
	{"Height", plain, func(m *Mobj, n int32) { m.Height = fixed.Fixed(n) }},
	{"Mass", aDivisor, func(m *Mobj, n int32) { m.Mass = n }},
	{"Missile damage", plain, func(m *Mobj, n int32) { m.Damage = n }},
	{"Action sound", aSound, func(m *Mobj, n int32) { m.ActiveSound = SoundID(n) }},
	{"Respawn frame", aState, func(m *Mobj, n int32) { m.RaiseState = StateID(n) }},
}

var frameFields = []field[State]{
	{"Sprite number", aSprite, func(s *State, n int32) { s.Sprite = SpriteID(n) }},
	{"Sprite subnumber", aFrame, func(s *State, n int32) { s.Frame = uint16(n) }},
	{"Duration", plain, func(s *State, n int32) { s.Tics = n }},
	{"Next frame", aState, func(s *State, n int32) { s.Next = StateID(n) }},
	{"Unknown 1", plain, func(s *State, n int32) { s.Misc1 = n }},
	{"Unknown 2", plain, func(s *State, n int32) { s.Misc2 = n }},
	{"Action pointer", ignored, nil},
}

var soundFields = []field[Sound]{
	{"Zero/One", plain, func(s *Sound, n int32) { s.Singular = n != 0 }},
	{"Value", plain, func(s *Sound, n int32) { s.Priority = n }},
	{"Zero 2", plain, func(s *Sound, n int32) { s.Pitch = n }},
	{"Zero 3", plain, func(s *Sound, n int32) { s.Volume = n }},
	{"Offset", ignored, nil}, {"Zero 1", ignored, nil}, {"Zero 4", ignored, nil},
	{"Neg. One 1", ignored, nil}, {"Neg. One 2", ignored, nil},
}

// weaponFields follows DeHackEd, which swaps the names of the frames for raising and
// lowering.
var weaponFields = []field[Weapon]{
	{"Ammo type", anAmmo, func(w *Weapon, n int32) { w.Ammo = AmmoType(n) }},
	{"Deselect frame", aState, func(w *Weapon, n int32) { w.UpState = StateID(n) }},
	{"Select frame", aState, func(w *Weapon, n int32) { w.DownState = StateID(n) }},
	{"Bobbing frame", aState, func(w *Weapon, n int32) { w.ReadyState = StateID(n) }},
	{"Shooting frame", aState, func(w *Weapon, n int32) { w.AttackState = StateID(n) }},
	{"Firing frame", aState, func(w *Weapon, n int32) { w.FlashState = StateID(n) }},
}

// ammoView is one kind of ammo, in both arrays.
type ammoView struct{ max, clip *int32 }

var ammoFields = []field[ammoView]{
	{"Max ammo", plain, func(a *ammoView, n int32) { *a.max = n }},
	{"Per ammo", plain, func(a *ammoView, n int32) { *a.clip = n }},
}

var miscFields = []field[Misc]{
	{"Initial Health", plain, func(m *Misc, n int32) { m.InitialHealth = n }},
	{"Initial Bullets", plain, func(m *Misc, n int32) { m.InitialBullets = n }},
	{"Max Health", plain, func(m *Misc, n int32) { m.MaxHealth = n }},
	{"Max Armor", plain, func(m *Misc, n int32) { m.MaxArmor = n }},
	{"Green Armor Class", plain, func(m *Misc, n int32) { m.GreenArmorClass = n }},
	{"Blue Armor Class", plain, func(m *Misc, n int32) { m.BlueArmorClass = n }},
	{"Max Soulsphere", plain, func(m *Misc, n int32) { m.MaxSoulsphere = n }},
	{"Soulsphere Health", plain, func(m *Misc, n int32) { m.SoulsphereHealth = n }},
	{"Megasphere Health", plain, func(m *Misc, n int32) { m.MegasphereHealth = n }},
	{"God Mode Health", plain, func(m *Misc, n int32) { m.GodModeHealth = n }},
	{"IDFA Armor", plain, func(m *Misc, n int32) { m.IDFAArmor = n }},
	{"IDFA Armor Class", plain, func(m *Misc, n int32) { m.IDFAArmorClass = n }},
	{"IDKFA Armor", plain, func(m *Misc, n int32) { m.IDKFAArmor = n }},
	{"IDKFA Armor Class", plain, func(m *Misc, n int32) { m.IDKFAArmorClass = n }},
	{"BFG Cells/Shot", plain, func(m *Misc, n int32) { m.BFGCells = n }},
	// The figures are the machine code of two jumps; 202 makes missiles spare the
	// shooter's own kind.
	{"Monsters Infight", plain, func(m *Misc, n int32) { m.MonstersInfight = n == 221 }},
}

// setPointer gives a frame the action that another frame had before all patches.
func (p *patch) setPointer(key string, n int32) {
	switch {
	case !strings.EqualFold(key, "Codep Frame"):
		p.warn("field ", quote(key), " is not known")
	case n < 0 || int(n) >= len(stateTable):
		p.warn("Codep Frame ", itoa(n), " is not from 0 to ", strconv.Itoa(len(stateTable)-1))
	default:
		p.tables.States[p.index].Action = stateTable[n].Action
	}
}

// setCodePointer applies "FRAME 12 = Chase" of [CODEPTR].
func (p *patch) setCodePointer(key, value string) {
	word, number := cutWord(key)
	frame, ok := leadingInt(number)
	if !ok || !strings.EqualFold(word, "FRAME") || frame < 0 || int(frame) >= len(p.tables.States) {
		p.warn(quote(key), " is not a frame")
		return
	}
	name := value
	if len(name) > 2 && strings.EqualFold(name[:2], "A_") {
		name = name[2:]
	}
	if strings.EqualFold(name, "NULL") {
		name = "None"
	}
	for i, action := range actionNames {
		if strings.EqualFold(action, name) {
			p.tables.States[frame].Action = ActionID(i)
			return
		}
	}
	if !p.warnOfPort(portPointers, codePointer, name) {
		p.warn("frame ", itoa(frame), ": action ", quote(value), " is not known")
	}
}

// setBits applies flags, given as one number or as Boom's names with + or | between them.
func (p *patch) setBits(value string) {
	if n, ok := leadingInt(value); ok {
		p.tables.Mobjs[p.index].Flags = MobjFlags(n)
		return
	}
	var flags MobjFlags
words:
	for _, word := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" +|,\t", r) }) {
		for i, name := range flagNames {
			if strings.EqualFold(name, word) {
				flags |= 1 << i
				continue words
			}
		}
		switch strings.ToUpper(word) {
		case "TRANSLATION", "TRANSLATION1":
			flags |= 1 << FlagTranslationShift
		case "TRANSLATION2":
			flags |= 2 << FlagTranslationShift
		default:
			if !p.warnOfPort(portFlags, "flag", word) {
				p.warn("flag ", quote(word), " is not known")
			}
		}
	}
	p.tables.Mobjs[p.index].Flags = flags
}
