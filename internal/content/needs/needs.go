// Package needs names what a map and its WADs use of other ports, Boom, MBF and the
// like, that this engine lacks, and the songs and sounds in formats that it does not
// play, so that people read it before a game starts.
//
// It looks at what was loaded and changes nothing; it starts no goroutine. It is for
// the host alone: nothing of it is in the browser.
package needs

import (
	"fmt"
	"slices"
	"strings"

	"doomhost/engine"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// Report is what a game would be played without, in sentences for people.
type Report struct {
	// Acts are things without which the map may not be playable to its end: doors and
	// lifts that do not move, monsters that do not attack.
	Acts []string
	// Notes are all others: looks, sounds, things that are a little different.
	Notes []string
}

func (r *Report) act(format string, args ...any) {
	r.Acts = append(r.Acts, fmt.Sprintf(format, args...))
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// Check is what Look finds, and what the engine warned of when it loaded the map and its
// WADs.
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

// Look looks at a map and at the WADs that it is played with.
func Look(c *engine.Content, lv *level.Level) Report {
	var r Report
	set, tables := c.Sim().Set, c.Sim().Tables
	r.checkMap(set, tables, lv)
	r.checkLumps(set)
	r.checkSongs(set, tables)
	r.checkSounds(set, tables)
	return r
}

// listed is how many things of a kind are named before the rest is counted.
const listed = 3

// some is a list as a sentence has it: the first few by name, the rest counted.
func some(names []string, others string) string {
	if len(names) <= listed+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d %s", strings.Join(names[:listed], ", "), len(names)-listed, others)
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
