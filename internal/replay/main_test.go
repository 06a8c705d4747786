package replay

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if the tests leave goroutines running.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
