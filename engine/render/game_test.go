package render

import (
	"bytes"
	"math/rand"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/sim"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

func newContent(t testing.TB, iwad string) *sim.Content {
	t.Helper()
	c, _, err := sim.LoadContent(testwads.Set(t, iwad))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newGame starts a map and plays until everything is at rest.
func newGame(t testing.TB, c *sim.Content, mapNum int) *sim.Game {
	t.Helper()
	g, err := sim.New(c, sim.Params{Skill: 2, Episode: 1, Map: mapNum, Players: [sim.MaxPlayers]bool{true}})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		tic(t, g, lockstep.Ticcmd{})
	}
	return g
}

func tic(t testing.TB, g *sim.Game, cmd lockstep.Ticcmd) {
	t.Helper()
	if err := g.Tic(&[sim.MaxPlayers]lockstep.Ticcmd{cmd}, 1); err != nil {
		t.Fatal(err)
	}
}

func newRenderer(t testing.TB, c *sim.Content, config Config) (*Renderer, *Frame) {
	t.Helper()
	r, err := New(ContentOf(c), config)
	if err != nil {
		t.Fatal(err)
	}
	return r, NewFrame(r.Size())
}

func draw(t testing.TB, r *Renderer, f *Frame, g *sim.Game, alpha fixed.Fixed) {
	t.Helper()
	if !r.Draw(f, g, View{Alpha: alpha}) {
		t.Fatal("nothing was drawn")
	}
}

func body(g *sim.Game) *sim.Mobj { return g.Mobj(g.Players[0].Mo) }

func TestDrawReadsOnly(t *testing.T) {
	c := newContent(t, "freedoom2")
	g := newGame(t, c, 1)
	before := g.Hash()
	r, f := newRenderer(t, c, Config{})
	r.Capture(g)
	draw(t, r, f, g, 0)
	draw(t, r, f, g, Now)
	if g.Hash() != before {
		t.Fatal("drawing has changed the game")
	}
}

func TestPresentPictureIgnoresThePast(t *testing.T) {
	c := newContent(t, "freedoom2")
	g := newGame(t, c, 1)
	r, f := newRenderer(t, c, Config{})
	r.Capture(g)
	tic(t, g, lockstep.Ticcmd{Forward: 50, AngleTurn: 640})
	draw(t, r, f, g, Now)
	fresh, want := newRenderer(t, c, Config{})
	draw(t, fresh, want, g, Now)
	if !bytes.Equal(f.Pix, want.Pix) {
		t.Fatal("a picture of the present depends on what was captured before")
	}
	draw(t, fresh, f, g, 0)
	if !bytes.Equal(f.Pix, want.Pix) {
		t.Fatal("without Capture there is no past: every picture is of the present")
	}
}

func TestTheEyeMovesBetweenTics(t *testing.T) {
	c := newContent(t, "freedoom2")
	g := newGame(t, c, 1)
	r, f := newRenderer(t, c, Config{})
	for range 10 {
		tic(t, g, lockstep.Ticcmd{Forward: 50, AngleTurn: 640})
	}
	was, wasZ := *body(g), g.Players[0].ViewZ
	r.Capture(g)
	tic(t, g, lockstep.Ticcmd{Forward: 50, AngleTurn: 640})
	is, isZ := *body(g), g.Players[0].ViewZ
	if was.X == is.X && was.Y == is.Y || was.Angle == is.Angle || wasZ == isZ {
		t.Fatal("the player has not moved: nothing to see")
	}
	draw(t, r, f, g, 0)
	if e := &r.eye; e.x != was.X || e.y != was.Y || e.z != wasZ || e.angle != was.Angle {
		t.Errorf("at the start the eye is at %d %d %d %x, want %d %d %d %x", e.x, e.y, e.z, e.angle, was.X, was.Y, wasZ, was.Angle)
	}
	draw(t, r, f, g, Now/2)
	if e := &r.eye; abs(e.x-(was.X+is.X)/2) > 1 || abs(e.y-(was.Y+is.Y)/2) > 1 || e.angle != was.Angle+(is.Angle-was.Angle)/2 {
		t.Errorf("in the middle the eye is at %d %d %x", e.x, e.y, e.angle)
	}
	if !r.Draw(f, g, View{Alpha: Now, Turn: 77}) || r.eye.angle != is.Angle+77 {
		t.Errorf("the hand's turn is not added: %x, want %x", r.eye.angle, is.Angle+77)
	}
}

func TestJumpsAreNotInterpolated(t *testing.T) {
	c := newContent(t, "freedoom2")
	g := newGame(t, c, 1)
	r, f := newRenderer(t, c, Config{})
	r.Capture(g)
	m := body(g)
	m.X += 100 * fixed.Unit
	m.Angle += fixed.Ang90
	g.Sectors[0].FloorHeight += 4 * fixed.Unit
	g.Sectors[1].FloorHeight += 100 * fixed.Unit
	floor0, floor1 := g.Sectors[0].FloorHeight, g.Sectors[1].FloorHeight
	draw(t, r, f, g, 0)
	if r.eye.x != m.X || r.eye.angle != m.Angle {
		t.Error("a teleport shows places in between")
	}
	if r.sectors[0].floor != floor0-4*fixed.Unit {
		t.Error("a moving floor does not show the places in between")
	}
	if r.sectors[1].floor != floor1 {
		t.Error("a floor that moves at once shows places in between")
	}
}

func TestSeenLinesAreKeptUntilTheLevelRestarts(t *testing.T) {
	c := newContent(t, "freedoom2")
	g := newGame(t, c, 1)
	r, f := newRenderer(t, c, Config{})
	draw(t, r, f, g, Now)
	seen := 0
	for i := range g.Level().Lines {
		if r.Mapped()[i>>6]>>(i&63)&1 != 0 {
			seen++
		}
	}
	if seen == 0 || seen == len(g.Level().Lines) {
		t.Fatalf("%d of %d lines were seen from the start", seen, len(g.Level().Lines))
	}
	first := append([]uint64(nil), r.Mapped()...)
	body(g).Angle += fixed.Ang180
	tic(t, g, lockstep.Ticcmd{})
	draw(t, r, f, g, Now)
	more := 0
	for i, w := range r.Mapped() {
		if first[i]&^w != 0 {
			t.Fatal("a line that was seen is forgotten")
		}
		if w != first[i] {
			more++
		}
	}
	if more == 0 {
		t.Fatal("turning around shows no new lines")
	}
	// The same level restarts later in the session.
	again := newGame(t, c, 1)
	again.GameTic = g.GameTic + 1
	again.LevelTime = 1
	draw(t, r, f, again, Now)
	for i, w := range r.Mapped() {
		if w != first[i] {
			t.Fatal("a level that begins again is not unknown")
		}
	}
}

// A hostile map or a cheat may put the eye anywhere.
func TestDrawFromAnywhere(t *testing.T) {
	c := newContent(t, "freedoom2")
	rnd := rand.New(rand.NewSource(2))
	for _, mapNum := range []int{1, 7, 14, 27} {
		g := newGame(t, c, mapNum)
		for _, config := range []Config{{}, {Scale: 3, Width: 426, NoBar: true}, {Scale: 2, Width: maxWidth}} {
			r, f := newRenderer(t, c, config)
			for range 60 {
				m := body(g)
				lv := g.Level()
				v := lv.Vertices[rnd.Intn(len(lv.Vertices))]
				m.X, m.Y = v.X+fixed.Fixed(rnd.Intn(1<<20)-1<<19), v.Y+fixed.Fixed(rnd.Intn(1<<20)-1<<19)
				if rnd.Intn(4) == 0 {
					m.X, m.Y = fixed.Fixed(rnd.Uint32()), fixed.Fixed(rnd.Uint32())
				}
				m.Angle = fixed.Angle(rnd.Uint32())
				g.Players[0].ViewZ = fixed.Fixed(rnd.Intn(2000)-1000) << fixed.Bits
				draw(t, r, f, g, Now)
			}
		}
	}
}
