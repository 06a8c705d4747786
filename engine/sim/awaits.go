package sim

// Awaits is the input that a game waits for before it goes on.
type Awaits uint8

const (
	AwaitsNothing Awaits = iota
	AwaitsPress          // attack or use, of any player
	AwaitsLeave          // the story is over: nothing follows
)

// Awaits returns what the game waits for outside a level. A display may show it; the
// simulation does not depend on it.
func (g *Game) Awaits() Awaits {
	switch g.Phase {
	case PhaseIntermission:
		w := &g.Intermission
		if w.Stage == StageCount && (g.Deathmatch == 0 && w.Step == Done || g.Deathmatch != 0 && w.Step == DoneDeathmatch) {
			return AwaitsPress
		}
	case PhaseFinale:
		f := &g.Finale
		switch {
		case f.Stage != FinaleText:
			return AwaitsLeave
		case g.commercial() && int(f.Count) > len(g.content.Tables.Text(f.Text))*textSpeed:
			return AwaitsPress
		}
	case PhaseLevel:
	}
	return AwaitsNothing
}
