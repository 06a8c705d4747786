// Package needs lists what a map and its WADs use of other ports, such as Boom and MBF, that
// this engine lacks, and the songs and sounds in formats that it does not play, so that people
// can read it before a game starts.
//
// It examines loaded content and changes nothing; it starts no goroutine. Only the host uses
// it: the browser's program does not contain it.
package needs

import (
	"fmt"
	"slices"
	"strings"

	"doomhost/engine"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// Report lists what a game would lack, in sentences for people.
type Report struct {
	// Acts are features without which the map may not be playable to its end: doors and lifts
	// that do not move, monsters that do not attack.
	Acts []string
	// Notes are all other features: looks, sounds, small differences.
	Notes []string
}

func (r *Report) act(format string, args ...any) {
	r.Acts = append(r.Acts, fmt.Sprintf(format, args...))
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// Check returns what Look finds, and the engine's warnings from loading the map and its WADs.
func Check(c *engine.Content, lv *level.Level) Report {
	r := Look(c, lv)
	for _, w := range append(slices.Clone(c.Warnings), lv.Warnings...) {
		w = strings.TrimPrefix(w, "read WAD ")
		if info.ChangesPlay(w) {
			r.Acts = append(r.Acts, w)
		} else {
			r.Notes = append(r.Notes, w)
		}
	}
	return r
}

// Look examines a map and the WADs that it is played with.
func Look(c *engine.Content, lv *level.Level) Report {
	var r Report
	set, tables := c.Sim().Set, c.Sim().Tables
	r.checkMap(set, tables, lv)
	r.checkLumps(set)
	r.checkSongs(set, tables)
	r.checkSounds(set, tables)
	return r
}

// listed is the number of things of a kind that are named; the rest is only counted.
const listed = 3

// some returns a list for a sentence: the first few names, and the count of the rest.
func some(names []string, others string) string {
	if len(names) <= listed+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d %s", strings.Join(names[:listed], ", "), len(names)-listed, others)
}

// plural returns a number with its noun.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
