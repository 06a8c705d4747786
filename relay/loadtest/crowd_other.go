//go:build !linux

package main

import (
	"context"
	"errors"

	"doomhost/relay/wire"
)

func watch(context.Context, string, int, wire.Tic) error {
	return errors.New("crowds of spectators need Linux")
}
