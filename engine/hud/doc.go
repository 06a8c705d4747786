// Package hud draws what stands over and in place of the view: status bar,
// messages, chat, automap, intermission, finale, title pages, the wipe; and it
// puts them together with the view into the whole picture (Display). At 320
// columns and scale 1 the picture is vanilla's to the bit.
//
// A Display belongs to one engine and one goroutine. It reads the simulation and
// never writes to it. What moves on the screen by itself (the face, the time of
// messages, the intermission's backgrounds) is its own and moves with Tic, once
// after each tic of the game; drawing changes nothing but pixels. Its random
// numbers are vanilla's for cosmetic things. A frame allocates nothing.
package hud
