package main

import "errors"

var (
	errNoContent = errors.New("no WAD is loaded")
	errNoGame    = errors.New("no game, or a malformed bundle")
)
