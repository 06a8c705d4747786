//go:build !linux

package main

import (
	"context"
	"errors"
)

func watch(context.Context, string, int, string) error {
	return errors.New("crowds of spectators need Linux")
}
