package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// Page is a full-screen picture of the WADs.
type Page uint8

const (
	PageTitle Page = iota
	PageCredit
	PageHelp
	PageHelp2
	PageVictory // after episode 2
	PageEnd     // after episode 4
	numPages
)

var pageLumps = [numPages]string{
	PageTitle: "TITLEPIC", PageCredit: "CREDIT", PageHelp: "HELP1", PageHelp2: "HELP2",
	PageVictory: "VICTORY2", PageEnd: "ENDPIC",
}

// DrawPage draws a page. The Display owns the frame, which is valid until the next
// drawing. A page that the WADs lack is black.
func (d *Display) DrawPage(p Page) *render.Frame {
	d.page.clear(0)
	if p < numPages {
		d.page.patch(d.art.pages[p], 0, 0)
	}
	d.showPage()
	return d.frame
}

// Attraction is one part of the show while nobody plays: a page for some tics, or a whole
// demo.
type Attraction struct {
	Page  Page
	Tics  int
	Demo  string       // name of its lump; "" for a page
	Music info.MusicID // starts with the page; info.MusicNone keeps the current music
}

// Attractions returns the show while nobody plays. It repeats from the beginning.
func Attractions(m info.Mission) []Attraction {
	const short, long, credits = 170, 11 * sim.TicRate, 200
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
