package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// phases lists the screens besides a level.
var phases = []struct {
	name  string
	enter func(s *stage)
}{
	{"intermission alone", func(s *stage) { s.intermission(sim.StageCount, 0, false) }},
	{"intermission of co-op", func(s *stage) { s.intermission(sim.StageCount, 0, true) }},
	{"intermission of deathmatch", func(s *stage) { s.intermission(sim.StageCount, 1, true) }},
	{"way to the next map", func(s *stage) { s.intermission(sim.StageNextMap, 0, false) }},
	{"text", func(s *stage) { s.finale(sim.FinaleText); s.g.Finale.Count = 3000 }},
	{"end picture of episode 1", func(s *stage) { s.finale(sim.FinaleArt); s.g.Episode = 1 }},
	{"bunny", func(s *stage) { s.finale(sim.FinaleArt); s.g.Episode, s.g.Finale.Count = 3, 1200 }},
	{"end picture of episode 4", func(s *stage) { s.finale(sim.FinaleArt); s.g.Episode = 4 }},
	{"cast", func(s *stage) { s.finale(sim.FinaleCast); s.g.Finale.Cast.State = info.StatePlayRun1 }},
}

func (s *stage) intermission(stage sim.IntermissionStage, deathmatch int, netgame bool) {
	s.g.Phase, s.g.Deathmatch, s.g.NetGame, s.g.Episode = sim.PhaseIntermission, deathmatch, netgame, 1
	s.g.Intermission = sim.Intermission{
		Stage: stage, Last: 0, Next: 1, Step: 1, Pause: 1000, Countdown: 1000, FragSum: 1,
		ShownTime: 3 * 3600, ShownPar: 3599,
	}
	for p := range s.g.Intermission.Shown {
		s.g.Intermission.Shown[p] = sim.Tally{Kills: 100, Items: 7, Secrets: 33, Frags: [sim.MaxPlayers]int32{-1, 2, 99, 0}, Total: -12}
	}
}

func (s *stage) finale(stage sim.FinaleStage) {
	s.g.Phase = sim.PhaseFinale
	s.g.Finale = sim.Finale{Stage: stage, Text: info.StrC1text, Flat: info.StrBgflat06}
}
