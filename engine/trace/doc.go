// Package trace replays recorded games without a picture and says, tic by tic,
// what the simulation came to: as lines of text that can be compared with
// another engine's, and as digests of these lines. It owns no state but the
// replay's own; nothing here runs in a game.
package trace
