package sim

import "doomhost/engine/info"

// FinaleStage is what the finale shows.
type FinaleStage uint8

const (
	FinaleText FinaleStage = iota
	FinaleArt              // the picture of the episode; episode 3: the bunny
	FinaleCast             // the cast of Doom II
)

// Finale is the screen after an episode, or between two levels of Doom II. There any
// player's buttons end it, so it is part of the game.
type Finale struct {
	Stage FinaleStage
	Count int32 // tics of the stage; in the cast, since the text began
	Text  info.StringID
	Flat  info.StringID // the text's background, by name
	Cast  Cast
}

// Cast is the state of the cast member on stage.
type Cast struct {
	Num       int32 // in CastOrder
	State     info.StateID
	Tics      int32 // left in the state
	Frames    int32 // since the member came on or attacked
	Dying     bool
	Attacking bool
	Melee     bool // the next attack is a blow
	Starting  bool // the button that began the parade is still down
}

// CastMember is one member of the cast.
type CastMember struct {
	Name info.StringID
	Type info.MobjType
}

// CastOrder is the cast in the order of appearance.
var CastOrder = [...]CastMember{
	{info.StrCcZombie, info.MobjPossessed},
	{info.StrCcShotgun, info.MobjShotguy},
	{info.StrCcHeavy, info.MobjChainguy},
	{info.StrCcImp, info.MobjTroop},
	{info.StrCcDemon, info.MobjSergeant},
	{info.StrCcLost, info.MobjSkull},
	{info.StrCcCaco, info.MobjHead},
	{info.StrCcHell, info.MobjKnight},
	{info.StrCcBaron, info.MobjBruiser},
	{info.StrCcArach, info.MobjBaby},
	{info.StrCcPain, info.MobjPain},
	{info.StrCcReven, info.MobjUndead},
	{info.StrCcMancu, info.MobjFatso},
	{info.StrCcArch, info.MobjVile},
	{info.StrCcSpider, info.MobjSpider},
	{info.StrCcCyber, info.MobjCyborg},
	{info.StrCcHero, info.MobjPlayer},
}

const (
	textSpeed = 3   // tics a letter
	textWait  = 250 // tics that a whole text stays in Doom
	skipAfter = 50  // tics after which buttons end a text in Doom II

	// Times of the bunny's end, where shots form "THE END".
	bunnyEndCount  = 1180
	bunnyShotTics  = 5
	bunnyShotCount = 6

	castAttackFrame = 12
	castAttackEnd   = 24
	castEndlessTics = 15 // of a state that lasts forever
)

// startFinale begins the text that follows the current map.
func (g *Game) startFinale() {
	g.Action = ActionNone
	g.Phase = PhaseFinale
	f := &g.Finale
	if text, flat := info.Story(g.content.Mission, g.Episode, g.Map); text != info.StrNone {
		f.Text, f.Flat = text, flat
	}
	f.Stage = FinaleText
	f.Count = 0
	g.events.MusicChange = true
}

// finaleTic plays a tic of the finale.
func (g *Game) finaleTic() {
	f := &g.Finale
	if g.commercial() {
		if f.Stage == FinaleCast {
			g.shootCast()
		} else if f.Count > skipAfter && g.anyButton() {
			if g.Map == 30 {
				g.startCast()
			} else {
				g.Action = ActionWorldDone
			}
		}
	}
	f.Count++
	switch {
	case f.Stage == FinaleCast:
		g.castTic()
	case g.commercial():
	case f.Stage == FinaleText:
		if int(f.Count) > len(g.content.Tables.Text(f.Text))*textSpeed+textWait {
			f.Stage = FinaleArt
			f.Count = 0
			if g.Episode == 3 {
				g.events.MusicChange = true
			}
		}
	case g.Episode == 3:
		shot := f.Count - bunnyEndCount
		if shot > 0 && shot <= bunnyShotCount*bunnyShotTics && shot%bunnyShotTics == 0 {
			g.soundNowhere(info.SoundPistol)
		}
	}
}

// anyButton reports whether any player's last command holds a button. Players who have
// left count too.
func (g *Game) anyButton() bool {
	for p := range g.Players {
		if g.Players[p].Cmd.Buttons != 0 {
			return true
		}
	}
	return false
}

// startCast begins the parade of the cast.
func (g *Game) startCast() {
	g.Finale.Stage = FinaleCast
	g.Finale.Cast = Cast{Starting: true}
	g.castState(g.castMember().SeeState)
	g.events.MusicChange = true
}

func (g *Game) castMember() *info.Mobj {
	return &g.content.Tables.Mobjs[CastOrder[g.Finale.Cast.Num].Type]
}

func (g *Game) castState(s info.StateID) {
	c := &g.Finale.Cast
	c.State = s
	c.Tics = g.content.Tables.States[s].Tics
	if c.Tics == -1 {
		c.Tics = castEndlessTics
	}
}

// shootCast kills the cast member on stage when a player newly presses attack or use. (In
// vanilla any key does that, and a button restarts the parade; here only commands are
// part of the game.) The button that began the parade holds it at its start.
func (g *Game) shootCast() {
	c := &g.Finale.Cast
	if c.Starting {
		c.Starting = false
		for p := range g.Players {
			if g.Playing[p] && g.Players[p].Cmd.Buttons != 0 {
				g.startCast()
			}
		}
	}
	g.Intermission.Accelerate = false
	g.watchButtons()
	if c.Starting {
		return
	}
	if !g.Intermission.Accelerate || c.Dying {
		return
	}
	c.Dying = true
	c.Attacking = false
	c.Frames = 0
	m := g.castMember()
	c.State = m.DeathState
	c.Tics = g.content.Tables.States[c.State].Tics
	if m.DeathSound != info.SoundNone {
		g.soundNowhere(m.DeathSound)
	}
}

// castTic advances the cast by a tic.
func (g *Game) castTic() {
	c := &g.Finale.Cast
	c.Tics--
	if c.Tics > 0 {
		return
	}
	state := &g.content.Tables.States[c.State]
	if state.Tics == -1 || state.Next == info.StateNull {
		c.Num = (c.Num + 1) % int32(len(CastOrder))
		c.Dying = false
		c.Frames = 0
		if s := g.castMember().SeeSound; s != info.SoundNone {
			g.soundNowhere(s)
		}
		c.State = g.castMember().SeeState
	} else if c.State == info.StatePlayAtk1 {
		g.endCastAttack() // the hero shoots once
		return
	} else {
		c.State = state.Next
		c.Frames++
		if s := castSound(c.State); s != info.SoundNone {
			g.soundNowhere(s)
		}
	}
	m := g.castMember()
	if c.Frames == castAttackFrame {
		c.Attacking = true
		first, second := m.MissileState, m.MeleeState
		if c.Melee {
			first, second = second, first
		}
		c.Melee = !c.Melee
		c.State = first
		if c.State == info.StateNull {
			c.State = second
		}
	}
	if c.Attacking && (c.Frames == castAttackEnd || c.State == m.SeeState) {
		g.endCastAttack()
		return
	}
	g.castState(c.State)
}

func (g *Game) endCastAttack() {
	c := &g.Finale.Cast
	c.Attacking = false
	c.Frames = 0
	g.castState(g.castMember().SeeState)
}

// castSound returns the sound of an attack's state.
func castSound(s info.StateID) info.SoundID {
	switch s {
	case info.StatePlayAtk1:
		return info.SoundDshtgn
	case info.StatePossAtk2:
		return info.SoundPistol
	case info.StateSposAtk2, info.StateCposAtk2, info.StateCposAtk3, info.StateCposAtk4,
		info.StateSpidAtk2, info.StateSpidAtk3:
		return info.SoundShotgn
	case info.StateVileAtk2:
		return info.SoundVilatk
	case info.StateSkelFist2:
		return info.SoundSkeswg
	case info.StateSkelFist4:
		return info.SoundSkepch
	case info.StateSkelMiss2:
		return info.SoundSkeatk
	case info.StateFattAtk8, info.StateFattAtk5, info.StateFattAtk2,
		info.StateBossAtk2, info.StateBos2Atk2, info.StateHeadAtk2:
		return info.SoundFirsht
	case info.StateTrooAtk3:
		return info.SoundClaw
	case info.StateSargAtk2:
		return info.SoundSgtatk
	case info.StateSkullAtk2, info.StatePainAtk3:
		return info.SoundSklatk
	case info.StateBspiAtk2:
		return info.SoundPlasma
	case info.StateCyberAtk2, info.StateCyberAtk4, info.StateCyberAtk6:
		return info.SoundRlaunc
	}
	return info.SoundNone
}
