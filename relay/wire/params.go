package wire

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The game modes as Params.Mode spells them.
const (
	ModeCoop       = "coop"
	ModeDeathmatch = "deathmatch"
	ModeAltdeath   = "altdeath"
)

// MaxPWADs is the greatest number of WADs that a game may load over its first one.
const MaxPWADs = 8

// maxWADName is the greatest length of a WAD's name or id in bytes.
const maxWADName = 128

// Params are the parameters of a game. The host decides them; every simulation uses them
// unchanged.
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

// DefaultParams returns the parameters of a new lobby.
func DefaultParams() Params {
	return Params{Episode: 1, Map: 1, Skill: 3, Mode: ModeCoop}
}

// Check returns an error for people that names the first field out of range. It knows no WADs:
// the host's library knows whether WAD and Map exist.
func (p *Params) Check() error {
	switch {
	case len(p.WAD) > maxWADName:
		return errors.New("the WAD's name is too long")
	case len(p.PWADs) > MaxPWADs:
		return fmt.Errorf("at most %d WADs can be loaded over the first one", MaxPWADs)
	}
	for _, n := range p.numbers() {
		if *n.value < n.low || *n.value > n.high {
			return fmt.Errorf("%s: a whole number from %d to %d", n.name, n.low, n.high)
		}
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

// number is a numeric field of Params with its range.
type number struct {
	name      string
	value     *int
	low, high int
}

func (p *Params) numbers() [4]number {
	return [4]number{
		{"episode", &p.Episode, 1, 9},
		{"map", &p.Map, 1, 99},
		{"skill", &p.Skill, 1, 5},
		{"timer", &p.Timer, 0, 999},
	}
}

// MergeParams returns base with the fields that patch, a JSON object, contains. WADID is the
// host's, so MergeParams never takes it from patch. The error is for people.
func MergeParams(base Params, patch json.RawMessage) (Params, error) {
	f, err := parseFields(patch)
	if err != nil {
		return base, fmt.Errorf("params: %w", err)
	}
	merged := base
	merged.PWADs = append([]string(nil), base.PWADs...)
	for _, n := range merged.numbers() {
		if f.has(n.name) {
			v, err := f.integer(n.name, int64(n.low), int64(n.high))
			if err != nil {
				return base, err
			}
			*n.value = int(v)
		}
	}
	for _, flag := range []struct {
		name  string
		value *bool
	}{{"nomonsters", &merged.NoMonsters}, {"fast", &merged.Fast}, {"respawn", &merged.Respawn}} {
		if f.has(flag.name) {
			if *flag.value, err = f.boolean(flag.name); err != nil {
				return base, err
			}
		}
	}
	for _, text := range []struct {
		name  string
		value *string
	}{{"wad", &merged.WAD}, {"mode", &merged.Mode}} {
		if f.has(text.name) {
			if *text.value, err = f.text(text.name); err != nil {
				return base, err
			}
		}
	}
	if f.has("pwads") {
		if merged.PWADs, err = f.texts("pwads"); err != nil {
			return base, err
		}
	}
	if err := merged.Check(); err != nil {
		return base, err
	}
	return merged, nil
}
