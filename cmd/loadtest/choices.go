package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// wad is an entry of the host's list of WADs.
type wad struct {
	ID   string
	Kind string
	Size int64
	Maps []string
}

// library is the host's list of WADs.
type library struct{ games, addOns []wad }

// library reads the list from the host.
func (p *program) library() (l library, err error) {
	var list struct{ WADs []wad }
	if err := p.get("/api/wads", &list); err != nil {
		return l, err
	}
	for _, w := range list.WADs {
		if w.Kind == "iwad" {
			l.games = append(l.games, w)
		} else {
			l.addOns = append(l.addOns, w)
		}
	}
	if len(l.games) == 0 {
		return l, errors.New("the host has no game")
	}
	return l, nil
}

// largest returns the id of the largest game.
func (l library) largest() string {
	return slices.MaxFunc(l.games, func(a, b wad) int { return cmp.Compare(a.Size, b.Size) }).ID
}

// choice is a playable choice.
type choice struct {
	WAD     string   `json:"wad"`
	PWADs   []string `json:"pwads"`
	Episode int      `json:"episode"`
	Map     int      `json:"map"`
}

// choice returns the n-th choice: it cycles through the games, then their maps, then all
// sets of add-ons.
func (l library) choice(n int) choice {
	game := l.games[n%len(l.games)]
	n /= len(l.games)
	c := choice{WAD: game.ID, PWADs: []string{}, Episode: 1, Map: 1}
	if len(game.Maps) > 0 {
		name := game.Maps[n%len(game.Maps)]
		n /= len(game.Maps)
		if _, err := fmt.Sscanf(name, "MAP%d", &c.Map); err != nil {
			_, _ = fmt.Sscanf(name, "E%dM%d", &c.Episode, &c.Map) // else keep E1M1
		}
	}
	for i, w := range l.addOns {
		if n>>i&1 == 1 {
			c.PWADs = append(c.PWADs, w.ID)
		}
	}
	return c
}

// query encodes the choice for /api/check.
func (c choice) query() string {
	return url.Values{
		"wad": {c.WAD}, "pwads": {strings.Join(c.PWADs, ",")},
		"episode": {strconv.Itoa(c.Episode)}, "map": {strconv.Itoa(c.Map)},
	}.Encode()
}

// json encodes the choice for the lobby.
func (c choice) json() string {
	text, err := json.Marshal(c)
	if err != nil {
		return "{}" // strings and numbers always encode
	}
	return string(text)
}
