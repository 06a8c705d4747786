package discovery

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
)

// Info is the part of a host's answer to GET /api/info that the list needs.
type Info struct {
	ID         string
	Name       string
	Version    string
	Protocol   int
	State      string
	Map        string
	Mode       string
	WAD        string
	Players    int
	MaxPlayers int
	Spectators int
	// Addresses are the other addresses at which the host says that it can be reached.
	Addresses []netip.AddrPort
}

// maxInfo is the greatest size of an answer in bytes.
const maxInfo = 32 << 10

// ErrNotOurs is the error for a server that is not a doomhost.
var ErrNotOurs = errors.New("it answers, but is no doomhost")

// parseInfo reads an answer. It shortens a stranger's texts, and returns an error for values
// that no doomhost sends.
func parseInfo(data []byte) (Info, error) {
	if len(data) > maxInfo {
		return Info{}, ErrNotOurs
	}
	var raw struct {
		ID, Name, Version, State, Map, Mode, WAD        string
		Protocol, Players, MaxPlayers, Spectators, Port int
		Addresses                                       []string
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return Info{}, ErrNotOurs
	}
	number := func(n int) int { return min(max(n, 0), 1<<16) }
	info := Info{
		ID: raw.ID, Name: CleanName(raw.Name), Version: shown(raw.Version), Protocol: number(raw.Protocol),
		State: raw.State, Map: shown(raw.Map), Mode: shown(raw.Mode), WAD: shown(raw.WAD),
		Players: number(raw.Players), MaxPlayers: number(raw.MaxPlayers), Spectators: number(raw.Spectators),
	}
	if !validID(info.ID) || info.Protocol == 0 {
		return Info{}, ErrNotOurs
	}
	switch info.State {
	case "lobby", "countdown", "game":
	default:
		return Info{}, fmt.Errorf("%w: its state is %.20q", ErrNotOurs, info.State)
	}
	for _, a := range raw.Addresses {
		if len(info.Addresses) == maxEndpoints {
			break
		}
		u, err := url.Parse(a)
		if err != nil || u.Scheme != "http" {
			continue
		}
		if ap, err := netip.ParseAddrPort(u.Host); err == nil && usable(ap) {
			info.Addresses = append(info.Addresses, ap)
		}
	}
	return info, nil
}

// shown makes a stranger's short text fit for display.
func shown(s string) string {
	return cut(printable(s), 40)
}

// usable reports whether a host may be looked for at an address that a stranger names: never
// on this machine itself, and never at a broadcast or multicast address.
func usable(ap netip.AddrPort) bool {
	a := ap.Addr().Unmap()
	return ap.Port() != 0 && a.IsValid() && !a.IsLoopback() && !a.IsUnspecified() && !a.IsMulticast() && a != netip.AddrFrom4([4]byte{255, 255, 255, 255})
}
