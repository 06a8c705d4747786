package relay

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if tests leave goroutines behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
