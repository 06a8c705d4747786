package wire

import (
	"errors"
	"fmt"
)

// The game modes as Params.Mode spells them.
const (
	ModeCoop       = "coop"
	ModeDeathmatch = "deathmatch"
	ModeAltdeath   = "altdeath"
)

// MaxPWADs is how many WADs a game may load over its first one.
const MaxPWADs = 8

// maxWADName bounds the length in bytes of a WAD's name or id.
const maxWADName = 128

// Params is what a game is played with. The host decides it, every simulation
// takes it as it is.
type Params struct {
	WAD        string   `json:"wad"`             // name or id, as the player chose it
	WADID      string   `json:"wadId,omitempty"` // SHA-256 of the file, filled in by the host
	PWADs      []string `json:"pwads,omitempty"` // ids, loaded over WAD in this order
	Episode    int      `json:"episode"`         // 1 to 9
	Map        int      `json:"map"`             // 1 to 99
	Skill      int      `json:"skill"`           // 1 to 5
	Mode       string   `json:"mode"`            // ModeCoop, ModeDeathmatch or ModeAltdeath
	NoMonsters bool     `json:"nomonsters"`
	Fast       bool     `json:"fast"`
	Respawn    bool     `json:"respawn"`
	Timer      int      `json:"timer"` // minutes until the level ends, 0 to 999, 0 for never
}

// DefaultParams is what a lobby opens with.
func DefaultParams() Params {
	return Params{Episode: 1, Map: 1, Skill: 3, Mode: ModeCoop}
}

// Check returns an error for people that names the first field out of range.
// It knows no WADs: whether WAD and Map exist is for the host's library.
func (p *Params) Check() error {
	switch {
	case len(p.WAD) > maxWADName:
		return errors.New("the WAD's name is too long")
	case len(p.PWADs) > MaxPWADs:
		return fmt.Errorf("at most %d WADs can be loaded over the first one", MaxPWADs)
	case p.Episode < 1 || p.Episode > 9:
		return fmt.Errorf("episode %d: it must be 1 to 9", p.Episode)
	case p.Map < 1 || p.Map > 99:
		return fmt.Errorf("map %d: it must be 1 to 99", p.Map)
	case p.Skill < 1 || p.Skill > 5:
		return fmt.Errorf("skill %d: it must be 1 to 5", p.Skill)
	case p.Timer < 0 || p.Timer > 999:
		return fmt.Errorf("timer %d: it must be 0 to 999 minutes", p.Timer)
	}
	switch p.Mode {
	case ModeCoop, ModeDeathmatch, ModeAltdeath:
	default:
		return fmt.Errorf("mode %.20q: it must be %s, %s or %s", p.Mode, ModeCoop, ModeDeathmatch, ModeAltdeath)
	}
	for _, id := range p.PWADs {
		if len(id) > maxWADName {
			return errors.New("a WAD's id is too long")
		}
	}
	return nil
}
