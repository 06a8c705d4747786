package sim

import (
	"doomhost/engine/info"
	"doomhost/lockstep"
)

// IntermissionStage is what the intermission shows.
type IntermissionStage uint8

const (
	StageCount   IntermissionStage = iota // the statistics count up
	StageNextMap                          // Doom: the way to the next map
	StageGoing                            // the last tics before the next level
)

// Steps of counting. Odd steps are pauses. The game's kind selects the others:
// single-player games count CountKills to CountTime, co-op CountKills to CountFrags, and
// deathmatch only CountFrags2, after which it is done.
const (
	CountKills      = 2
	CountDeathmatch = 2
	CountItems      = 4
	DoneDeathmatch  = 4
	CountSecrets    = 6
	CountTime       = 8
	CountFrags      = 8
	Done            = 10
)

// Tally is a player's score in an intermission: the full score, or the part shown so far
// (in percent for kills to secrets).
type Tally struct {
	Kills, Items, Secrets int32
	Frags                 [MaxPlayers]int32 // deathmatch: by victim
	Total                 int32             // of the frags
}

// Intermission is the screen between two levels. Any player's buttons speed it up and end
// it, so it is part of the game.
type Intermission struct {
	Stage IntermissionStage
	Tics  int32 // since it began
	Last  int32 // the map just played, counted from 0
	Next  int32 // the map that follows, counted from 0

	// In says who was in the game when the level ended.
	In                             [MaxPlayers]bool
	MaxKills, MaxItems, MaxSecrets int32 // at least 1
	Time, ParTime                  int32 // tics
	Score                          [MaxPlayers]Tally

	// Accelerate records a press of attack or use until the intermission obeys it.
	Accelerate bool
	Step       int32 // see CountKills
	Pause      int32 // tics left of a pause
	Countdown  int32 // tics left of StageNextMap and StageGoing
	Shown      [MaxPlayers]Tally
	// ShownTime and ShownPar are in seconds, -1 until their counting starts.
	ShownTime, ShownPar int32
	// FragSum is not 0 if co-op's table has a column of frags. It outlasts the
	// intermission: once there, the column rarely goes away.
	FragSum int32
}

const (
	showNextTics = 4 * TicRate
	goingTics    = 10
)

// startIntermission records the level's result and starts to show it.
func (g *Game) startIntermission() {
	w := &g.Intermission
	w.Last, w.Next = int32(g.Map)-1, g.nextMap()
	w.MaxKills = max1(g.TotalKills)
	w.MaxItems = max1(g.TotalItems)
	w.MaxSecrets = max1(g.TotalSecrets)
	w.ParTime = g.content.Tables.ParTime(g.content.Mission, g.Episode, g.Map) * TicRate
	w.Time = g.LevelTime
	for p := range g.Players {
		pl := &g.Players[p]
		w.In[p] = g.Playing[p]
		w.Score[p] = Tally{Kills: pl.KillCount, Items: pl.ItemCount, Secrets: pl.SecretCount, Frags: pl.Frags}
	}
	g.Phase = PhaseIntermission

	w.Stage = StageCount
	w.Tics = 0
	w.Accelerate = false
	w.Step = 1
	w.Pause = TicRate
	switch {
	case g.Deathmatch != 0:
		for p := range g.Players {
			if !g.Playing[p] {
				continue
			}
			for q := range g.Players {
				if g.Playing[q] {
					w.Shown[p].Frags[q] = 0
				}
			}
			w.Shown[p].Total = 0
		}
	case g.NetGame:
		for p := range g.Players {
			if g.Playing[p] {
				w.Shown[p] = Tally{Frags: w.Shown[p].Frags}
				w.FragSum += g.fragSum(p)
			}
		}
		if w.FragSum != 0 {
			w.FragSum = 1
		}
	default:
		p := g.loner()
		w.Shown[p].Kills, w.Shown[p].Items, w.Shown[p].Secrets = -1, -1, -1
		w.ShownTime, w.ShownPar = -1, -1
	}
}

// max1 returns n, or 1 if n is 0: it keeps divisors from being 0.
func max1(n int32) int32 {
	if n == 0 {
		return 1
	}
	return n
}

// loner returns the player of a game that is not a net game.
func (g *Game) loner() int {
	for p, in := range g.Playing {
		if in {
			return p
		}
	}
	return 0
}

// fragSum returns a player's frags minus its suicides.
func (g *Game) fragSum(p int) int32 {
	sum := int32(0)
	for q, n := range g.Intermission.Score[p].Frags {
		if g.Playing[q] && q != p {
			sum += n
		}
	}
	return sum - g.Intermission.Score[p].Frags[p]
}

// Percentages of a player's result.
func (w *Intermission) killPercent(p int) int32   { return w.Score[p].Kills * 100 / w.MaxKills }
func (w *Intermission) itemPercent(p int) int32   { return w.Score[p].Items * 100 / w.MaxItems }
func (w *Intermission) secretPercent(p int) int32 { return w.Score[p].Secrets * 100 / w.MaxSecrets }

// intermissionTic plays a tic of the intermission.
func (g *Game) intermissionTic() {
	w := &g.Intermission
	w.Tics++
	if w.Tics == 1 {
		g.events.MusicChange = true
	}
	g.watchButtons()
	switch w.Stage {
	case StageCount:
		switch {
		case g.Deathmatch != 0:
			g.countDeathmatch()
		case g.NetGame:
			g.countCoop()
		default:
			g.countAlone()
		}
	case StageNextMap:
		w.Countdown--
		if w.Countdown == 0 || w.Accelerate {
			w.going()
		}
	case StageGoing:
		w.Countdown--
		if w.Countdown == 0 {
			g.worldDone()
		}
	}
}

// watchButtons sets Accelerate if any player newly pressed attack or use.
func (g *Game) watchButtons() {
	for p := range g.Players {
		if !g.Playing[p] {
			continue
		}
		pl := &g.Players[p]
		attack := pl.Cmd.Buttons&lockstep.ButtonAttack != 0
		use := pl.Cmd.Buttons&lockstep.ButtonUse != 0
		if attack && !pl.AttackDown || use && !pl.UseDown {
			g.Intermission.Accelerate = true
		}
		pl.AttackDown, pl.UseDown = attack, use
	}
}

// leaveCount goes on from the statistics.
func (g *Game) leaveCount(s info.SoundID) {
	w := &g.Intermission
	g.soundNowhere(s)
	if g.commercial() {
		w.going()
		return
	}
	w.Stage = StageNextMap
	w.Accelerate = false
	w.Countdown = showNextTics
}

func (w *Intermission) going() {
	w.Stage = StageGoing
	w.Accelerate = false
	w.Countdown = goingTics
}

// pause counts down an odd step.
func (w *Intermission) pause() {
	w.Pause--
	if w.Pause == 0 {
		w.Step++
		w.Pause = TicRate
	}
}

// tick plays the sound of counting in every fourth tic.
func (g *Game) tick() {
	if g.Intermission.Tics&3 == 0 {
		g.soundNowhere(info.SoundPistol)
	}
}

// climb counts n up by step to limit, and reports whether it is there.
func climb(n *int32, step, limit int32) bool {
	*n += step
	if *n >= limit {
		*n = limit
		return true
	}
	return false
}

func (g *Game) countAlone() {
	w := &g.Intermission
	p := g.loner()
	shown := &w.Shown[p]
	if w.Accelerate && w.Step != Done {
		w.Accelerate = false
		shown.Kills, shown.Items, shown.Secrets = w.killPercent(p), w.itemPercent(p), w.secretPercent(p)
		w.ShownTime, w.ShownPar = w.Time/TicRate, w.ParTime/TicRate
		g.soundNowhere(info.SoundBarexp)
		w.Step = Done
	}
	there := false
	switch {
	case w.Step == CountKills:
		g.tick()
		there = climb(&shown.Kills, 2, w.killPercent(p))
	case w.Step == CountItems:
		g.tick()
		there = climb(&shown.Items, 2, w.itemPercent(p))
	case w.Step == CountSecrets:
		g.tick()
		there = climb(&shown.Secrets, 2, w.secretPercent(p))
	case w.Step == CountTime:
		g.tick()
		time := climb(&w.ShownTime, 3, w.Time/TicRate)
		there = climb(&w.ShownPar, 3, w.ParTime/TicRate) && time
	case w.Step == Done:
		if w.Accelerate {
			g.leaveCount(info.SoundSgcock)
		}
	case w.Step&1 != 0:
		w.pause()
	}
	if there {
		g.soundNowhere(info.SoundBarexp)
		w.Step++
	}
}

func (g *Game) countCoop() {
	w := &g.Intermission
	if w.Accelerate && w.Step != Done {
		w.Accelerate = false
		for p := range w.Shown {
			if !g.Playing[p] {
				continue
			}
			shown := &w.Shown[p]
			shown.Kills, shown.Items, shown.Secrets = w.killPercent(p), w.itemPercent(p), w.secretPercent(p)
			if w.FragSum != 0 {
				shown.Total = g.fragSum(p)
			}
		}
		g.soundNowhere(info.SoundBarexp)
		w.Step = Done
	}
	switch {
	case w.Step == Done:
		if w.Accelerate {
			g.leaveCount(info.SoundSgcock)
		}
	case w.Step&1 != 0:
		w.pause()
	case g.countColumn():
		switch {
		case w.Step == CountFrags:
			g.soundNowhere(info.SoundPldeth)
			w.Step++
		case w.Step == CountSecrets && w.FragSum == 0:
			g.soundNowhere(info.SoundBarexp)
			w.Step = Done - 1
		default:
			g.soundNowhere(info.SoundBarexp)
			w.Step++
		}
	}
}

// countColumn counts up all players' figures of the current step, and reports whether all
// have reached their values.
func (g *Game) countColumn() bool {
	w := &g.Intermission
	g.tick()
	there := true
	for p := range w.Shown {
		if !g.Playing[p] {
			continue
		}
		shown := &w.Shown[p]
		switch w.Step {
		case CountKills:
			there = climb(&shown.Kills, 2, w.killPercent(p)) && there
		case CountItems:
			there = climb(&shown.Items, 2, w.itemPercent(p)) && there
		case CountSecrets:
			there = climb(&shown.Secrets, 2, w.secretPercent(p)) && there
		case CountFrags:
			there = climb(&shown.Total, 1, g.fragSum(p)) && there
		}
	}
	return there
}

// maxFragsShown is the largest figure that fits into deathmatch's table.
const maxFragsShown = 99

func (g *Game) countDeathmatch() {
	w := &g.Intermission
	if w.Accelerate && w.Step != DoneDeathmatch {
		w.Accelerate = false
		for p := range w.Shown {
			if !g.Playing[p] {
				continue
			}
			for q := range w.Shown {
				if g.Playing[q] {
					w.Shown[p].Frags[q] = w.Score[p].Frags[q]
				}
			}
			w.Shown[p].Total = g.fragSum(p)
		}
		g.soundNowhere(info.SoundBarexp)
		w.Step = DoneDeathmatch
	}
	switch {
	case w.Step == CountDeathmatch:
		g.tick()
		if !g.countFrags() {
			g.soundNowhere(info.SoundBarexp)
			w.Step++
		}
	case w.Step == DoneDeathmatch:
		if w.Accelerate {
			g.leaveCount(info.SoundSlop)
		}
	case w.Step&1 != 0:
		w.pause()
	}
}

// countFrags moves each cell of deathmatch's table one closer to its figure, and reports
// whether any was not there yet. As in vanilla, a figure beyond 99 is never reached, and
// only a key ends the counting.
func (g *Game) countFrags() bool {
	w := &g.Intermission
	ticking := false
	for p := range w.Shown {
		if !g.Playing[p] {
			continue
		}
		for q := range w.Shown {
			shown, score := &w.Shown[p].Frags[q], w.Score[p].Frags[q]
			if !g.Playing[q] || *shown == score {
				continue
			}
			if score < 0 {
				*shown--
			} else {
				*shown++
			}
			*shown = min(max(*shown, -maxFragsShown), maxFragsShown)
			ticking = true
		}
		w.Shown[p].Total = min(max(g.fragSum(p), -maxFragsShown), maxFragsShown)
	}
	return ticking
}
