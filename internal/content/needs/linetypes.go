package needs

// port is the engine that introduced a feature. Each builds on the one before.
type port uint8

const (
	boom port = iota + 1
	mbf
	mbf21
)

func (p port) String() string { return [...]string{"Doom", "Boom", "MBF", "MBF21"}[p] }

// target is what must exist for a line to have an effect.
type target uint8

const (
	atSectors target = iota // sectors with the line's tag
	atLine                  // another line with its tag
	atItself                // nothing else
)

// lineKind describes a range of a port's linedef types. If acts is set, they move something or
// let somebody pass; the others change how things look.
type lineKind struct {
	first, last int16
	port        port
	name        string
	acts        bool
	at          target
}

// maxVanilla is the last linedef type of Doom 1.9.
const maxVanilla = 141

// lineKinds are the linedef types that ports add to Doom's, apart from the generalized ones.
// Doom itself does not use 78 and 85.
var lineKinds = []lineKind{
	{78, 78, boom, "change of a floor's type", true, atSectors},
	{85, 85, boom, "wall that scrolls", false, atItself},
	{142, 142, boom, "floor", true, atSectors},
	{143, 144, boom, "lift", true, atSectors},
	{145, 145, boom, "ceiling", true, atSectors},
	{146, 146, boom, "donut", true, atSectors},
	{147, 147, boom, "floor", true, atSectors},
	{148, 149, boom, "lift", true, atSectors},
	{150, 150, boom, "crusher", true, atSectors},
	{151, 152, boom, "ceiling", true, atSectors},
	{153, 154, boom, "change of a floor's type", true, atSectors},
	{155, 155, boom, "donut", true, atSectors},
	{156, 157, boom, "light", false, atSectors},
	{158, 161, boom, "floor", true, atSectors},
	{162, 163, boom, "lift", true, atSectors},
	{164, 165, boom, "crusher", true, atSectors},
	{166, 167, boom, "ceiling", true, atSectors},
	{168, 168, boom, "crusher", true, atSectors},
	{169, 173, boom, "light", false, atSectors},
	{174, 174, boom, "teleporter", true, atSectors},
	{175, 175, boom, "door", true, atSectors},
	{176, 178, boom, "floor", true, atSectors},
	{179, 179, boom, "lift", true, atSectors},
	{180, 180, boom, "floor", true, atSectors},
	{181, 182, boom, "lift", true, atSectors},
	{183, 185, boom, "crusher", true, atSectors},
	{186, 187, boom, "ceiling", true, atSectors},
	{188, 188, boom, "crusher", true, atSectors},
	{189, 190, boom, "change of a floor's type", true, atSectors},
	{191, 191, boom, "donut", true, atSectors},
	{192, 194, boom, "light", false, atSectors},
	{195, 195, boom, "teleporter", true, atSectors},
	{196, 196, boom, "door", true, atSectors},
	{197, 198, boom, "exit by a shot", true, atItself},
	{199, 206, boom, "ceiling", true, atSectors},
	{207, 210, boom, "silent teleporter", true, atSectors},
	{211, 212, boom, "lift", true, atSectors},
	{213, 213, boom, "light from elsewhere", false, atSectors},
	{214, 215, boom, "floor or ceiling that scrolls", false, atSectors},
	{216, 217, boom, "conveyor", true, atSectors},
	{218, 218, boom, "wall that scrolls", false, atLine},
	{219, 222, boom, "floor", true, atSectors},
	{223, 223, boom, "friction", true, atSectors},
	{224, 224, boom, "wind", true, atSectors},
	{225, 225, boom, "current", true, atSectors},
	{226, 226, boom, "push and pull", true, atSectors},
	{227, 238, boom, "elevator", true, atSectors},
	{239, 241, boom, "change of a floor's type", true, atSectors},
	{242, 242, boom, "deep water", false, atSectors},
	{243, 244, boom, "silent line teleporter", true, atLine},
	{245, 246, boom, "floor or ceiling that scrolls", false, atSectors},
	{247, 248, boom, "conveyor", true, atSectors},
	{249, 249, boom, "wall that scrolls", false, atLine},
	{250, 251, boom, "floor or ceiling that scrolls", false, atSectors},
	{252, 253, boom, "conveyor", true, atSectors},
	{254, 254, boom, "wall that scrolls", false, atLine},
	{255, 255, boom, "wall that scrolls", false, atItself},
	{256, 259, boom, "stairs", true, atSectors},
	{260, 260, boom, "translucent wall", false, atItself},
	{261, 261, boom, "light from elsewhere", false, atSectors},
	{262, 267, boom, "silent line teleporter", true, atLine},
	{268, 269, boom, "silent teleporter", true, atSectors},
	{271, 272, mbf, "sky of its own", false, atSectors},
	{1024, 1026, mbf21, "wall that scrolls", false, atLine},
}

// Generalized types encode in their bits what moves and how: the lowest three are the trigger,
// and its last two values are a push at the line itself.
var generalized = []lineKind{
	{0x2f80, 0x2fff, boom, "generalized crusher", true, atSectors},
	{0x3000, 0x33ff, boom, "generalized stairs", true, atSectors},
	{0x3400, 0x37ff, boom, "generalized lift", true, atSectors},
	{0x3800, 0x3bff, boom, "generalized locked door", true, atSectors},
	{0x3c00, 0x3fff, boom, "generalized door", true, atSectors},
	{0x4000, 0x5fff, boom, "generalized ceiling", true, atSectors},
	{0x6000, 0x7fff, boom, "generalized floor", true, atSectors},
}

const (
	generalizedTrigger = 7
	pushedOnce         = 6 // and 7, which can be pushed repeatedly
)

// kindOf returns a port's kind of a linedef type; nil for Doom's own types and for types that
// none of these ports has.
func kindOf(special int16) *lineKind {
	for _, kinds := range [...][]lineKind{lineKinds, generalized} {
		for i := range kinds {
			if k := &kinds[i]; special >= k.first && special <= k.last {
				return k
			}
		}
	}
	return nil
}

// pushed reports whether a push triggers a line of the kind and moves the sector behind it,
// whatever its tag.
func (k *lineKind) pushed(special int16) bool {
	return k.first >= generalized[0].first && special&generalizedTrigger >= pushedOnce
}
