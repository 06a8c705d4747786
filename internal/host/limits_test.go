package host

import "testing"

func TestLimitsHaveDefaultsAndBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lobby, tic, wantLobby, wantTic int }{
		{0, 0, 1024, 64},
		{100, 100, 100, 100},
		{-1, -1, 1024, 1024},
		{5000, 5000, 1024, 1024},
		{1, 1, 1, 12},
	} {
		l := Limits{LobbyMessage: c.lobby, TicMessage: c.tic}.withDefaults()
		if l.LobbyMessage != c.wantLobby || l.TicMessage != c.wantTic {
			t.Errorf("%d and %d become %d and %d, want %d and %d", c.lobby, c.tic, l.LobbyMessage, l.TicMessage, c.wantLobby, c.wantTic)
		}
	}
}
