package info

import "strings"

// Words of DEHACKED patches that only other ports support, by the port that introduced
// them. With them, warnings can name the port that a patch needs instead of an unknown
// word.
var (
	portPointers = map[string]string{
		"DETONATE": portMBF, "MUSHROOM": portMBF, "SPAWN": portMBF, "TURN": portMBF, "FACE": portMBF, "SCRATCH": portMBF,
		"PLAYSOUND": portMBF, "RANDOMJUMP": portMBF, "LINEEFFECT": portMBF, "DIE": portMBF, "FIREOLDBFG": portMBF,
		"BETASKULLATTACK": portMBF, "STOP": portMBF,
		"SPAWNOBJECT": portMBF21, "MONSTERPROJECTILE": portMBF21, "MONSTERBULLETATTACK": portMBF21,
		"MONSTERMELEEATTACK": portMBF21, "RADIUSDAMAGE": portMBF21, "NOISEALERT": portMBF21, "HEALCHASE": portMBF21,
		"SEEKTRACER": portMBF21, "FINDTRACER": portMBF21, "CLEARTRACER": portMBF21, "JUMPIFHEALTHBELOW": portMBF21,
		"JUMPIFTARGETINSIGHT": portMBF21, "JUMPIFTARGETCLOSER": portMBF21, "JUMPIFTRACERINSIGHT": portMBF21,
		"JUMPIFTRACERCLOSER": portMBF21, "JUMPIFFLAGSSET": portMBF21, "ADDFLAGS": portMBF21, "REMOVEFLAGS": portMBF21,
		"WEAPONPROJECTILE": portMBF21, "WEAPONBULLETATTACK": portMBF21, "WEAPONMELEEATTACK": portMBF21,
		"WEAPONSOUND": portMBF21, "WEAPONALERT": portMBF21, "WEAPONJUMP": portMBF21, "CONSUMEAMMO": portMBF21,
		"CHECKAMMO": portMBF21, "REFIRETO": portMBF21, "GUNFLASHTO": portMBF21,
	}
	portFlags = map[string]string{
		"TRANSLUCENT": portBoom, "TOUCHY": portMBF, "BOUNCES": portMBF, "FRIEND": portMBF, "FRIENDLY": portMBF,
	}
	portFields = map[string]string{
		"MBF21 BITS": portMBF21, "INFIGHTING GROUP": portMBF21, "PROJECTILE GROUP": portMBF21, "SPLASH GROUP": portMBF21,
		"RIP SOUND": portMBF21, "FAST SPEED": portMBF21, "MELEE RANGE": portMBF21, "AMMO PER SHOT": portMBF21,
		"ARGS1": portMBF21, "ARGS2": portMBF21, "ARGS3": portMBF21, "ARGS4": portMBF21,
		"ARGS5": portMBF21, "ARGS6": portMBF21, "ARGS7": portMBF21, "ARGS8": portMBF21,
		"DROPPED ITEM": portExtra, "BLOOD COLOR": portExtra,
	}
)

const (
	portBoom  = "Boom"
	portMBF   = "MBF"
	portMBF21 = "MBF21"
	portExtra = "DEHEXTRA"
)

// Parts of the warnings about other ports' features.
const (
	needs       = "needs "
	codePointer = "code pointer"
	tooHighTail = " is higher than Doom's last, "
)

// ChangesPlay reports whether a warning is about another port's feature that changes the
// behaviour of things: code pointers, and things and frames past Doom's. Other features
// change only figures or looks.
func ChangesPlay(warning string) bool {
	_, what, ok := strings.Cut(warning, ": "+needs)
	return ok && (strings.Contains(what, ": "+codePointer+" ") || strings.Contains(what, tooHighTail))
}

// warnOfPort warns, and returns true, if a word of a patch belongs to another port.
func (p *patch) warnOfPort(words map[string]string, what, word string) bool {
	port, ok := words[strings.ToUpper(word)]
	if ok {
		p.warn(needs, port, ": ", what, " ", quote(word), " is left out")
	}
	return ok
}

// tooHigh reports whether n, which is past Doom's last, may number another port's thing,
// frame, sound or sprite.
func (p *patch) tooHigh(n int32) bool {
	const most = 1 << 15
	switch p.section {
	case sectionThing, sectionFrame, sectionSound, sectionSprite:
		return n > 0 && n < most
	}
	return false
}
