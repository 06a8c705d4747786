package sim

// Ref names a map object: the arena slot in the low 18 bits, the slot's generation above
// them. The zero Ref names nothing. A Ref may outlive its object: once the slot is
// reused, the generation differs and the Ref resolves to nil.
type Ref uint32

const (
	refIndexBits = 18
	refIndexMask = 1<<refIndexBits - 1
	maxMobjs     = 1 << refIndexBits
)

// None is the Ref that names no map object.
const None Ref = 0

func makeRef(index, gen uint32) Ref { return Ref(gen<<refIndexBits | index) }

// Index returns the arena slot that the Ref names (0 is never used).
func (r Ref) Index() uint32 { return uint32(r) & refIndexMask }

func (r Ref) generation() uint32 { return uint32(r) >> refIndexBits }
