// Package hud draws everything over and in place of the view: status bar, messages, chat,
// automap, intermission, finale, title pages, the wipe. It composes them and the view
// into the whole picture (Display). At 320 columns and scale 1 the picture is
// bit-identical to vanilla's.
//
// A Display belongs to one engine and one goroutine. It reads the simulation and never
// writes to it. It owns the screen's animations (the face, the messages' time, the
// intermission's backgrounds) and advances them in Tic, once after each tic of the game;
// drawing changes only pixels. Its random numbers are vanilla's cosmetic ones. A frame
// allocates nothing.
package hud
