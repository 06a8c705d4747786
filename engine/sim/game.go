package sim

import (
	"errors"
	"strconv"

	"doomhost/engine/level"
	"doomhost/lockstep"
)

// Game plays one session: New loads its first map, Tic plays one tic. A Game
// belongs to one goroutine at a time.
type Game struct {
	State
	content *Content
	stage   *stage
	lv      *level.Level // of the stage; set by bindStage alone
	scratch
	events Events
}

// New starts a session. It fails if the parameters are invalid, or if the map is missing
// or broken.
func New(content *Content, params Params) (*Game, error) {
	if err := params.check(); err != nil {
		return nil, err
	}
	if params.Fast || params.Skill == skillNightmare {
		content = content.quick()
	}
	g := &Game{content: content}
	g.Params = params
	g.Playing = params.Players
	for p := range g.Players {
		g.Players[p].State = PlayerReborn
	}
	if err := g.loadLevel(params.Map); err != nil {
		return nil, err
	}
	return g, nil
}

func (p *Params) check() error {
	switch {
	case p.Skill < 0 || p.Skill > skillNightmare:
		return errors.New("start game: skill " + strconv.Itoa(p.Skill) + " is not 0 to 4")
	case p.Deathmatch < 0 || p.Deathmatch > 2:
		return errors.New("start game: deathmatch " + strconv.Itoa(p.Deathmatch) + " is not 0 to 2")
	case p.Timer < 0:
		return errors.New("start game: the timer is below 0 minutes")
	case p.Console < 0 || p.Console >= MaxPlayers:
		return errors.New("start game: console player " + strconv.Itoa(p.Console) + " is not 0 to 3")
	}
	return nil
}

// Events returns the events of the last tic. They are valid until the next tic.
func (g *Game) Events() *Events { return &g.events }

// Level returns the current map, or the last one played.
func (g *Game) Level() *level.Level { return g.lv }

// Content returns the game's content with the tables in force.
func (g *Game) Content() *Content { return g.content }

// Tic plays one tic with each player's command; bit N of mask says whether player N is in
// the game. An error means that the next map cannot be loaded: the game cannot go on, and
// every later Tic returns the same error.
func (g *Game) Tic(cmds *[MaxPlayers]lockstep.Ticcmd, mask lockstep.Mask) error {
	g.events.Sounds = g.events.Sounds[:0]
	g.events.Messages = g.events.Messages[:0]
	g.events.MusicChange = false
	g.nestedActions = 0
	for p := range g.Players {
		g.Players[p].Message = MessageNone
	}

	g.joinAndLeave(mask)
	for p := range g.Players {
		if g.Playing[p] && g.Players[p].State == PlayerReborn {
			g.rebirth(p)
		}
	}
	for g.Action != ActionNone {
		if err := g.act(); err != nil {
			return err
		}
	}
	g.takeCommands(cmds)
	switch g.Phase {
	case PhaseLevel:
		g.levelTic()
	case PhaseIntermission:
		g.intermissionTic()
	case PhaseFinale:
		g.finaleTic()
	}
	g.GameTic++
	return nil
}

// joinAndLeave makes the players in the game agree with the mask. A player who leaves
// leaves an idle body; a player who joins is reborn in the same tic.
func (g *Game) joinAndLeave(mask lockstep.Mask) {
	for p := range g.Playing {
		in := mask>>p&1 != 0
		if in && !g.Playing[p] {
			g.Players[p].State = PlayerReborn
		}
		g.Playing[p] = in
	}
}

// act performs the pending action before anything else in the tic.
func (g *Game) act() error {
	switch g.Action {
	case ActionLoadLevel, ActionNewGame:
		return g.loadLevel(g.Map)
	case ActionWorldDone:
		return g.loadLevel(int(g.Intermission.Next) + 1)
	case ActionCompleted:
		g.completed()
	case ActionVictory:
		g.startFinale()
	default:
		g.Action = ActionNone
	}
	return nil
}

// takeCommands hands the players their commands and records each one's position for the
// consistancy check. (The caller makes the check: it knows which commands are genuine.)
// Any player's pause key pauses the game.
func (g *Game) takeCommands(cmds *[MaxPlayers]lockstep.Ticcmd) {
	for p := range g.Players {
		if !g.Playing[p] {
			continue
		}
		g.Players[p].Cmd = cmds[p]
		here := int16(g.Random)
		if m := g.mobjs.get(g.Players[p].Mo); m != nil {
			here = int16(m.X)
		}
		g.Consistancy[p][g.GameTic%BackupTics] = here
	}
	for p := range g.Players {
		b := g.Players[p].Cmd.Buttons
		if g.Playing[p] && b&lockstep.ButtonSpecial != 0 && b&lockstep.ButtonSpecialMask == lockstep.SpecialPause {
			g.Paused = !g.Paused
		}
	}
}

// levelTic plays a tic of the level. A paused level stands still, and so does its clock.
func (g *Game) levelTic() {
	if g.Paused {
		return
	}
	for p := range g.Players {
		if g.Playing[p] && g.Players[p].Mo != None {
			g.playerThink(p)
		}
	}
	g.runThinkers()
	g.updateSpecials()
	g.respawnItem()
	g.LevelTime++
}
