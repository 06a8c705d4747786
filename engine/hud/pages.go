package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/render"
)

// Page is a whole picture of the WADs.
type Page uint8

const (
	PageTitle Page = iota
	PageCredit
	PageHelp
	PageHelp2
	PageVictory // behind episode 2
	PageEnd     // behind episode 4
	numPages
)

var pageLumps = [numPages]string{
	PageTitle: "TITLEPIC", PageCredit: "CREDIT", PageHelp: "HELP1", PageHelp2: "HELP2",
	PageVictory: "VICTORY2", PageEnd: "ENDPIC",
}

// DrawPage draws a page. The frame is the Display's and good until the next
// drawing. A page that the WADs lack is black.
func (d *Display) DrawPage(p Page) *render.Frame {
	d.page.clear(0)
	if p < numPages {
		d.page.patch(d.art.pages[p], 0, 0)
	}
	d.showPage()
	return d.frame
}

// Attraction is one piece of what is shown while nobody plays: a page for some
// tics, or a demo to its end.
type Attraction struct {
	Page  Page
	Tics  int
	Demo  string       // name of its lump; "" for a page
	Music info.MusicID // begins with the page; info.MusicNone lets it go on
}

// Attractions are what is shown while nobody plays, in turn and from the
// beginning again.
func Attractions(m info.Mission) []Attraction {
	const short, long, credits = 170, 11 * info.TicsPerSecond, 200
	if m.Commercial() {
		return []Attraction{
			{Page: PageTitle, Tics: long, Music: info.MusicDm2ttl},
			{Demo: "DEMO1"},
			{Page: PageCredit, Tics: credits},
			{Demo: "DEMO2"},
			{Page: PageTitle, Tics: long, Music: info.MusicDm2ttl},
			{Demo: "DEMO3"},
		}
	}
	list := []Attraction{
		{Page: PageTitle, Tics: short, Music: info.MusicIntro},
		{Demo: "DEMO1"},
		{Page: PageCredit, Tics: credits},
		{Demo: "DEMO2"},
		{Page: PageHelp2, Tics: credits},
		{Demo: "DEMO3"},
	}
	if m == info.MissionUltimate {
		list[4].Page = PageCredit
		list = append(list, Attraction{Demo: "DEMO4"})
	}
	return list
}
