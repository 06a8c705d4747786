package referee

import (
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Score is the current score of a game.
type Score struct {
	Tic     lockstep.Tic  `json:"tic"`     // the next tic
	Seconds int           `json:"seconds"` // time on this map
	Map     string        `json:"map"`     // E1M1 or MAP01
	Phase   string        `json:"phase"`   // level, intermission or finale
	Mode    string        `json:"mode"`
	Kills   int           `json:"kills"` // total on this map
	Items   int           `json:"items"`
	Secrets int           `json:"secrets"`
	Players []PlayerScore `json:"players"`
}

// PlayerScore is the score of one player.
type PlayerScore struct {
	Slot    lockstep.Slot `json:"slot"`
	Frags   int           `json:"frags"` // kills of others minus suicides
	Kills   int           `json:"kills"`
	Items   int           `json:"items"`
	Secrets int           `json:"secrets"`
	Health  int           `json:"health"`
}

var phases = [...]string{sim.PhaseLevel: "level", sim.PhaseIntermission: "intermission", sim.PhaseFinale: "finale"}

// publishScore publishes the current score.
func (m *match) publishScore() {
	g := m.engine.Game()
	s := Score{
		Tic: m.next, Seconds: int(g.LevelTime) / lockstep.TicRate,
		Map: g.Level().Name, Phase: phases[g.Phase], Mode: m.game.Params.Mode,
		Kills: int(g.TotalKills), Items: int(g.TotalItems), Secrets: int(g.TotalSecrets),
		Players: []PlayerScore{},
	}
	for i := range g.Players {
		if !g.Playing[i] {
			continue
		}
		p := &g.Players[i]
		frags := int32(0)
		for victim, n := range p.Frags {
			if victim == i {
				n = -n
			}
			frags += n
		}
		s.Players = append(s.Players, PlayerScore{
			Slot: lockstep.Slot(i), Frags: int(frags), Kills: int(p.KillCount), Items: int(p.ItemCount),
			Secrets: int(p.SecretCount), Health: int(p.Health),
		})
	}
	m.mu.Lock()
	m.score = s
	m.mu.Unlock()
}
