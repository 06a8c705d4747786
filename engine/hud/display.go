package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// Display composes the whole picture of one player's game.
type Display struct {
	// HideMessages hides the texts at the top of the screen.
	HideMessages bool
	// Demo shows a demo as vanilla does: in a net game the face has the first player's
	// color behind it, whoever the player is.
	Demo bool

	content  render.Content
	config   render.Config
	style    Style
	renderer *render.Renderer
	art      *art
	frame    *render.Frame
	canvas   canvas // on frame
	page     canvas // 320 by 200, drawn in place of a view

	player   int
	names    [sim.MaxPlayers]string // with a colon
	prefix   [sim.MaxPlayers]string // of players' chat lines
	turbo    [sim.MaxPlayers]bool
	chance   chance
	bar      bar
	messages messages
	chat     chat
	automap  Automap
	world    worldMap
	sounds   []info.SoundID

	// Values of the last tic, to detect changes.
	phase     sim.Phase
	levelTime int32
	body      sim.Ref
	alive     bool
	turned    bool // the screen has changed to another player since the last tic
	owned     [info.NumWeapons]bool
	past      [sim.MaxPlayers]pastPlace
}

// pastPlace is the position of a player's body before the last tic.
type pastPlace struct {
	body  sim.Ref
	place mapPlace
}

// New makes the display of a player's game, 0 to 3. For a game that began
// earlier it starts with an empty screen and a calm face.
func New(content render.Content, config render.Config, player int) (*Display, error) {
	r, err := render.New(content, config)
	if err != nil {
		return nil, err
	}
	a := loadArt(content.Set, content.Tables, content.Mission)
	d := &Display{
		content: content, renderer: r, art: a, page: newCanvas(),
		player: player & (sim.MaxPlayers - 1), bar: newBar(&a.bar),
		automap: Automap{Follow: true},
		phase:   sim.PhaseFinale, // so that the first level counts as a new one
		sounds:  make([]info.SoundID, 0, sim.MaxPlayers),
	}
	for i := range d.prefix {
		d.SetName(i, "")
	}
	d.Resize(config)
	return d, nil
}

// Resize changes the size of the frames.
func (d *Display) Resize(config render.Config) {
	d.config = config
	d.renderer.Resize(config)
	d.frame = render.NewFrame(d.renderer.Size())
	d.canvas = canvasOn(d.frame)
}

// Config returns the configuration last given to New or Resize.
func (d *Display) Config() render.Config { return d.config }

// SetStyle changes what is drawn beside vanilla's picture.
func (d *Display) SetStyle(s Style) { d.style = s }

// SetName names a player in the chat, spelled by Latin. The color's name replaces "" and
// names with letters that have no Latin form.
func (d *Display) SetName(player int, name string) {
	name, whole := Latin(name)
	if !whole {
		name = ""
	}
	switch {
	case player < 0 || player >= sim.MaxPlayers:
	case name == "":
		d.names[player] = plainNames[player]
		d.prefix[player] = d.content.Tables.Text(info.StrHustrPlrgreen + info.StringID(player))
	default:
		d.names[player] = name + ": "
		d.prefix[player] = d.names[player]
	}
}

// SetPlayer switches to another player's screen.
func (d *Display) SetPlayer(player int) {
	if player == d.player || player < 0 || player >= sim.MaxPlayers {
		return
	}
	d.player = player
	d.body = sim.None
	d.alive, d.turned = false, true
	d.bar.stale = true
}

// Player returns the player whose screen this is.
func (d *Display) Player() int { return d.player }

// Capture records positions. Call it before each tic around which frames may be
// interpolated.
func (d *Display) Capture(g *sim.Game) {
	d.renderer.Capture(g)
	for p := range d.past {
		d.past[p] = pastPlace{}
		if body := g.Mobj(g.Players[p].Mo); body != nil {
			d.past[p] = pastPlace{g.Players[p].Mo, mapPlace{body.X, body.Y, body.Angle}}
		}
	}
}

// Tic advances the screen's own animations. Call it once after each tic of the game. It
// only reads the game and its events.
func (d *Display) Tic(g *sim.Game) {
	d.sounds = d.sounds[:0]
	p := &g.Players[d.player]
	if g.GameTic == 1 {
		d.chance = chance{}
	}
	if g.Phase == sim.PhaseLevel && (d.phase != sim.PhaseLevel || g.LevelTime < d.levelTime || p.Mo != d.body) {
		d.bar.spawn(d.weaponsAtSpawn(g, p))
		d.messages.spawn()
		if d.phase != sim.PhaseLevel || g.LevelTime < d.levelTime {
			d.automap.on = false
		}
	}
	d.world.before(g, &d.chance)
	d.chance.hear(g, d.player)
	d.world.after(g, &d.chance)
	d.turned = false
	d.phase, d.levelTime, d.body = g.Phase, g.LevelTime, p.Mo
	d.alive, d.owned = g.Playing[d.player] && p.State == sim.PlayerLive, p.WeaponOwned

	d.watchTurbo(g)
	if g.Phase != sim.PhaseLevel {
		d.automap.on = false
		return
	}
	d.colorFace()
	d.bar.tic(g, d.player, d.chance.next())
	d.automap.tic(g.Level(), g.Mobj(p.Mo))
	d.messages.gather(g, d.player)
	d.messages.tic(!d.HideMessages)
	d.listen(g)
}

func (d *Display) colorFace() {
	d.bar.faceColor = d.player
	if d.Demo {
		d.bar.faceColor = 0
	}
}

// weaponsAtSpawn returns the weapons that the player spawned with: it may have found more
// in its first tic.
func (d *Display) weaponsAtSpawn(g *sim.Game, p *sim.Player) [info.NumWeapons]bool {
	switch {
	case d.turned || d.phase != sim.PhaseLevel && g.LevelTime > 1:
		return p.WeaponOwned // the screen now shows a player already in the game
	case d.alive:
		return d.owned
	}
	return [info.NumWeapons]bool{info.WeaponFist: true, info.WeaponPistol: true}
}

// Sounds returns the sounds that the screen itself made in the last tic (for an incoming
// line of chat), equally loud everywhere. They are valid until the next Tic.
func (d *Display) Sounds() []info.SoundID { return d.sounds }

// showsBar reports whether the status bar is visible: it is unless the view takes its
// rows, which the map never does.
func (d *Display) showsBar() bool { return !d.config.NoBar || d.automap.on }

// Draw draws the game's current state, or a moment between its last two tics. The Display
// owns the frame, which is valid until the next drawing; palette is the number of the
// palette for it.
func (d *Display) Draw(g *sim.Game, view render.View) (frame *render.Frame, palette int) {
	d.SetPlayer(view.Player)
	switch g.Phase {
	case sim.PhaseIntermission:
		d.drawIntermission(g)
		d.showPage()
	case sim.PhaseFinale:
		d.drawFinale(g)
		d.showPage()
	default:
		palette = d.style.calmed(paletteOf(&g.Players[d.player]))
		d.drawLevel(g, view)
	}
	if g.Paused {
		d.canvas.patch(d.art.pause, (pageWidth-pauseWidth)/2, pauseY)
	}
	return d.frame, palette
}

const (
	// pauseWidth is the width of vanilla's picture, which positions every replacement.
	pauseWidth = 68
	pauseY     = 4
)

func (d *Display) drawLevel(g *sim.Game, view render.View) {
	if d.automap.on {
		d.drawMap(g, view)
	} else {
		d.renderer.Draw(d.frame, g, view)
		d.drawCrosshair(&g.Players[d.player])
		d.drawFigures(g, &g.Players[d.player])
	}
	d.drawOver(g)
}

// drawOver draws everything over the view or the map.
func (d *Display) drawOver(g *sim.Game) {
	if d.showsBar() {
		if d.bar.stale { // no tic yet
			d.colorFace()
			d.bar.paint(g, d.player)
		}
		d.bar.draw(&d.canvas, d.art)
	}
	left := d.canvas.wide()
	if d.messages.tics > 0 && !d.HideMessages {
		d.art.print(&left, d.messages.shown.bytes(), 0, 0, false)
	}
	fontHeight := height(d.art.font[0])
	if d.chat.open {
		d.art.print(&left, d.chat.own.bytes(), 0, fontHeight+1, true)
	}
	if d.automap.on {
		d.drawLevelName(g, &left, barTop-1-fontHeight)
	}
}

// drawLevelName writes the level's name below the map.
func (d *Display) drawLevelName(g *sim.Game, c *canvas, y int32) {
	var l line
	l.add(d.content.Tables.Text(info.LevelName(d.content.Mission, g.Episode, g.Map)))
	d.art.print(c, l.bytes(), 0, y, false)
}

// showPage copies the page to the frame, with black sides on a wide one.
func (d *Display) showPage() {
	if d.canvas.left > 0 {
		d.canvas.clear(0)
	}
	d.canvas.rows(&d.page, 0, pageHeight)
}
