package discovery

import (
	"strconv"
	"strings"
)

// Game is what a host announces about itself.
type Game struct {
	ID         string // unique to this run of a host
	Protocol   int
	State      string // lobby, countdown or game
	Map        string
	Mode       string
	WAD        string
	Players    int
	MaxPlayers int
}

// maxText is the greatest length of a value in a TXT record. With it, a whole record fits into
// one packet with room to spare.
const maxText = 100

// txt returns a game as the strings of a TXT record. The layout's version comes first, as
// is usual.
func (g Game) txt() []string {
	pair := func(key, value string) string { return escapeText(key + "=" + cut(value, maxText)) }
	return []string{
		"txtvers=1",
		pair("protocol", strconv.Itoa(g.Protocol)),
		pair("id", g.ID),
		pair("state", g.State),
		pair("map", g.Map),
		pair("mode", g.Mode),
		pair("players", strconv.Itoa(g.Players)+"/"+strconv.Itoa(g.MaxPlayers)),
		pair("wad", g.WAD),
	}
}

// textID returns the id in the strings of a TXT record, or "" if there is none.
func textID(txt []string) string {
	for _, s := range txt {
		if v, ok := strings.CutPrefix(unescape(s), "id="); ok && validID(v) {
			return v
		}
	}
	return ""
}

// validID reports whether s can be the id of a run of a host.
func validID(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == ""
}
