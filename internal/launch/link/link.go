// Package link parses doomhost:// links: doomhost://host asks to host a game, and
// doomhost://join?address=HOST:PORT to open one. Any web page can contain such a link, so
// links have no other form. The package is pure.
package link

import (
	"errors"
	"net/url"
	"strings"
)

// Scheme is the scheme of the links.
const Scheme = "doomhost"

// maxLength is the maximum length of a link in bytes.
const maxLength = 400

// Action is the action of a link.
type Action uint8

// The actions.
const (
	Host Action = iota + 1
	Join
)

// String returns the action's name in links.
func (a Action) String() string {
	switch a {
	case Host:
		return "host"
	case Join:
		return "join"
	}
	return "unknown"
}

// Link is a parsed link.
type Link struct {
	Action Action
	// Address is the game to join, in the form that a person would type, and is to be
	// parsed as strictly. It is empty for other actions.
	Address string
}

// ErrBad means that a string is no doomhost link.
var ErrBad = errors.New("not a doomhost link: use doomhost://host or doomhost://join?address=HOST:PORT")

// Parse parses a link.
func Parse(s string) (Link, error) {
	if len(s) > maxLength || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return Link{}, ErrBad
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != Scheme || u.Opaque != "" || u.User != nil || u.Fragment != "" || strings.HasSuffix(s, "#") {
		return Link{}, ErrBad
	}
	// Some browsers append a slash to the host.
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

// plain reports whether s contains only characters of an address, so that it cannot contain
// a scheme, a path or a user.
func plain(s string) bool {
	return s != "" && len(s) <= 260 && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:[]-") == ""
}

// String returns the link as a URL.
func (l Link) String() string {
	if l.Action == Join {
		return Scheme + "://join?address=" + url.QueryEscape(l.Address)
	}
	return Scheme + "://" + l.Action.String()
}
