//go:build !linux

package main

import (
	"context"
	"errors"
)

var errLinux = errors.New("crowds and rushes need Linux")

func watch(context.Context, string, int, string, bool) error { return errLinux }

func talk(context.Context, string, int, int, int) error { return errLinux }

func (*game) rush(int, int) error { return errLinux }
