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

// wad is an entry of the host's list.
type wad struct {
	ID   string
	Kind string
	Size int64
	Maps []string
}

// library is what the host has.
type library struct{ games, addOns []wad }

// library lists it.
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

// largest is the id of the largest game.
func (l library) largest() string {
	return slices.MaxFunc(l.games, func(a, b wad) int { return cmp.Compare(a.Size, b.Size) }).ID
}

// choice is something that may be played.
type choice struct {
	WAD     string   `json:"wad"`
	PWADs   []string `json:"pwads"`
	Episode int      `json:"episode"`
	Map     int      `json:"map"`
}

// choice is the n-th of all: each game by turns, its maps, and any of the add-ons.
func (l library) choice(n int) choice {
	game := l.games[n%len(l.games)]
	n /= len(l.games)
	c := choice{WAD: game.ID, PWADs: []string{}, Episode: 1, Map: 1}
	if len(game.Maps) > 0 {
		name := game.Maps[n%len(game.Maps)]
		n /= len(game.Maps)
		if _, err := fmt.Sscanf(name, "MAP%d", &c.Map); err != nil {
			_, _ = fmt.Sscanf(name, "E%dM%d", &c.Episode, &c.Map) // any other is as good
		}
	}
	for i, w := range l.addOns {
		if n>>i&1 == 1 {
			c.PWADs = append(c.PWADs, w.ID)
		}
	}
	return c
}

// query is the choice as /api/check takes it.
func (c choice) query() string {
	return url.Values{
		"wad": {c.WAD}, "pwads": {strings.Join(c.PWADs, ",")},
		"episode": {strconv.Itoa(c.Episode)}, "map": {strconv.Itoa(c.Map)},
	}.Encode()
}

// json is the choice as the lobby takes it.
func (c choice) json() string {
	text, err := json.Marshal(c)
	if err != nil {
		return "{}" // texts and numbers can always be written
	}
	return string(text)
}
