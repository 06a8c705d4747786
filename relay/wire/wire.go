// Package wire has the JSON messages of the lobby and the parameters of a game, with their
// limits. The binary records of the tic channel are in package lockstep.
//
// It owns no state and starts nothing. Decoders reject invalid messages with an error for
// people; they never panic.
package wire
