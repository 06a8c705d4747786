// Package link reads doomhost:// links: doomhost://host asks to host a game,
// doomhost://join?address=HOST:PORT to open one. Any web page can hold such a
// link, so nothing else can be said by one. The package is pure.
package link

import (
	"errors"
	"net/url"
	"strings"
)

// Scheme is that of the links.
const Scheme = "doomhost"

// maxLength is how many bytes a link may have.
const maxLength = 400

// Action is what a link asks for.
type Action uint8

// The actions.
const (
	Host Action = iota + 1
	Join
)

// String is the action's name in links.
func (a Action) String() string {
	switch a {
	case Host:
		return "host"
	case Join:
		return "join"
	}
	return "unknown"
}

// Link is what a link says.
type Link struct {
	Action Action
	// Address is what to join, as a person would type it. Whoever opens it has
	// to read it as strictly as that. It is empty for other actions.
	Address string
}

// ErrBad is the error for what is no link of ours.
var ErrBad = errors.New("not a doomhost link: there are doomhost://host and doomhost://join?address=HOST:PORT")

// Parse reads a link.
func Parse(s string) (Link, error) {
	if len(s) > maxLength || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return Link{}, ErrBad
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != Scheme || u.Opaque != "" || u.User != nil || u.Fragment != "" || strings.HasSuffix(s, "#") {
		return Link{}, ErrBad
	}
	// Some browsers put a slash behind the host.
	if u.Path != "" && u.Path != "/" {
		return Link{}, ErrBad
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Link{}, ErrBad
	}
	switch {
	case u.Host == "host" && u.RawQuery == "":
		return Link{Action: Host}, nil
	case u.Host == "join" && len(query) == 1 && len(query["address"]) == 1 && plain(query["address"][0]):
		return Link{Action: Join, Address: query["address"][0]}, nil
	}
	return Link{}, ErrBad
}

// plain reports whether s has only what an address may have: no scheme, path or
// user can be written with it.
func plain(s string) bool {
	return s != "" && len(s) <= 260 && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:[]-") == ""
}

// String writes the link.
func (l Link) String() string {
	if l.Action == Join {
		return Scheme + "://join?address=" + url.QueryEscape(l.Address)
	}
	return Scheme + "://" + l.Action.String()
}
