package trace

import (
	"strconv"

	"doomhost/engine/sim"
)

// Header is the first line of a trace, FullHeader that of one with the players.
const (
	Header     = "tic\tstate\tepisode\tmap\tleveltime\tprnd\tmobjs\tmobjhash\tsectorhash\tsidehash\tsounds\tsoundhash"
	FullHeader = Header + "\tplayers..."
)

// playerFields are the names of what stands in a player's column, in order; the
// last three are lists.
var playerFields = [...]string{
	"", "x", "y", "z", "momx", "momy", "momz", "angle", "viewz", "health", "armorpoints",
	"playerstate", "readyweapon", "weaponpsprite_state", "ammo", "kills,items,secrets", "frags",
}

// appendState begins the line of the tic that g has just run. tic counts from 0.
func appendState(dst []byte, g *sim.Game, tic int) []byte {
	dst = strconv.AppendInt(dst, int64(tic), 10)
	switch g.Phase {
	case sim.PhaseIntermission:
		dst = append(dst, "\tI"...)
	case sim.PhaseFinale:
		dst = append(dst, "\tF"...)
	default:
		dst = append(dst, "\tL"...)
	}
	return column(column(dst, g.Episode), g.Map)
}

// appendLevel appends the columns of a tic in a level.
func appendLevel(dst []byte, g *sim.Game, sideHash uint32) []byte {
	dst = column(dst, int(g.LevelTime))
	dst = column(dst, int(g.Random))
	dst = column(dst, g.LiveMobjs())
	dst = hexColumn(dst, g.GoldenMobjHash())
	dst = hexColumn(dst, g.GoldenSectorHash())
	dst = hexColumn(dst, sideHash)
	sounds := g.Events().Sounds
	dst = column(dst, len(sounds))
	return hexColumn(dst, soundHash(sounds))
}

// appendPlayers appends a column for each player in the game.
func appendPlayers(dst []byte, g *sim.Game) []byte {
	for p := range g.Players {
		if g.Playing[p] {
			dst = appendPlayer(dst, g, p)
		}
	}
	return dst
}

func column(dst []byte, n int) []byte {
	return strconv.AppendInt(append(dst, '\t'), int64(n), 10)
}

func hexColumn(dst []byte, n uint32) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '\t')
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, digits[n>>shift&15])
	}
	return dst
}

// FNV-1a, 32 bits.
const (
	fnvStart uint32 = 2166136261
	fnvPrime uint32 = 16777619
)

func fnvWord(h, w uint32) uint32 {
	for range 4 {
		h = (h ^ w&0xff) * fnvPrime
		w >>= 8
	}
	return h
}

func soundHash(sounds []sim.SoundEvent) uint32 {
	h := fnvStart
	for i := range sounds {
		s := &sounds[i]
		h = fnvWord(h, uint32(s.Sound))
		h = fnvWord(h, uint32(s.X))
		h = fnvWord(h, uint32(s.Y))
	}
	return h
}

func appendPlayer(dst []byte, g *sim.Game, p int) []byte {
	pl := &g.Players[p]
	dst = append(dst, '\t', 'p', '0'+byte(p))
	var body sim.Mobj
	if m := g.Mobj(pl.Mo); m != nil {
		body = *m
	}
	for _, n := range [...]int64{
		int64(body.X), int64(body.Y), int64(body.Z), int64(body.MomX), int64(body.MomY), int64(body.MomZ),
		int64(body.Angle), int64(pl.ViewZ), int64(pl.Health), int64(pl.ArmorPoints), int64(pl.State),
		int64(pl.ReadyWeapon), int64(pl.PSprites[0].State),
	} {
		dst = strconv.AppendInt(append(dst, ' '), n, 10)
	}
	dst = appendList(dst, pl.Ammo[:])
	dst = appendList(dst, []int32{pl.KillCount, pl.ItemCount, pl.SecretCount})
	return appendList(dst, pl.Frags[:])
}

func appendList(dst []byte, list []int32) []byte {
	sep := byte(' ')
	for _, n := range list {
		dst = strconv.AppendInt(append(dst, sep), int64(n), 10)
		sep = ','
	}
	return dst
}

// AppendMobjs appends a line for every map object, in thinker order, behind a
// line that says when this is. Each ends with a newline.
func AppendMobjs(dst []byte, g *sim.Game, tic int) []byte {
	dst = strconv.AppendInt(append(dst, "tic "...), int64(tic), 10)
	dst = strconv.AppendInt(append(dst, " leveltime "...), int64(g.LevelTime), 10)
	dst = append(dst, '\n')
	for _, th := range g.Thinkers {
		if th.Kind != sim.ThinkMobj {
			continue
		}
		m := g.MobjAt(th.Index)
		for i, n := range [...]int64{
			int64(m.Type), int64(m.X), int64(m.Y), int64(m.Z), int64(m.Angle), int64(m.MomX), int64(m.MomY), int64(m.MomZ),
			int64(m.Radius), int64(m.Height), int64(int32(m.Flags)), int64(m.Health), int64(m.State), int64(m.Tics),
			int64(m.MoveDir), int64(m.MoveCount), int64(m.ReactionTime), int64(m.Threshold),
		} {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendInt(dst, n, 10)
		}
		dst = append(dst, '\n')
	}
	return dst
}
