package leaks

import (
	"strings"
	"testing"
	"time"
)

func linger(here chan<- struct{}, until <-chan struct{}) {
	close(here)
	<-until
}

func TestGoroutineThatStaysIsNamed(t *testing.T) {
	here, end := make(chan struct{}), make(chan struct{})
	go linger(here, end)
	<-here
	if got := left(time.Millisecond, "doomhost/internal/leaks.linger"); !strings.Contains(got, "leaks.linger") {
		t.Errorf("left are %q", got)
	}
	close(end)
	if got := left(time.Minute, "doomhost/internal/leaks.linger"); got != "" {
		t.Errorf("it has ended, and yet left are %q", got)
	}
}
