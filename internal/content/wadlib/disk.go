package wadlib

import (
	"errors"
	"fmt"
	"io/fs"
)

// onDisk reports whether the disk caused an error, which then says nothing about the file.
func onDisk(err error) bool {
	var pe *fs.PathError
	return errors.Is(err, errDisk) || errors.As(err, &pe) || isDiskFull(err)
}

// diskError turns an error of the disk into one for people.
func diskError(err error) error {
	if isDiskFull(err) {
		return fmt.Errorf("%w (%w)", ErrDiskFull, err)
	}
	return fmt.Errorf("the host cannot keep the file: %w", err)
}
