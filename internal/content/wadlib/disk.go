package wadlib

import (
	"errors"
	"fmt"
	"io/fs"
)

// onDisk reports whether an error is the disk's, and says nothing about the file.
func onDisk(err error) bool {
	var pe *fs.PathError
	return errors.Is(err, errDisk) || errors.As(err, &pe) || isDiskFull(err)
}

// diskError is an error of the disk for people.
func diskError(err error) error {
	if isDiskFull(err) {
		return fmt.Errorf("%w (%w)", ErrDiskFull, err)
	}
	return fmt.Errorf("the host cannot keep the file: %w", err)
}
