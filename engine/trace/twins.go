package trace

import (
	"strconv"

	"doomhost/engine/sim"
)

// Twins plays one game three times over and holds the states against each other
// after every tic: as it is; with all working memory filled with nonsense before
// each tic; and saved and restored into another engine now and then. What a tic
// reads and a snapshot does not hold shows as a difference.
type Twins struct {
	Game *sim.Game

	content   *sim.Content
	forgetful *sim.Game
	restored  *sim.Game
	spare     *sim.Game // the restored twin's next body, somewhere in its past
	snapshot  sim.Snapshot
	saved     []byte
}

// TwinDifference is where a twin parted from its game.
type TwinDifference struct {
	Tic  int32 // the tic after which their states differ
	Twin string
}

func (d *TwinDifference) Error() string {
	return "tic " + strconv.Itoa(int(d.Tic)) + ": the twin that " + d.Twin + " differs"
}

// NewTwins starts the games.
func NewTwins(content *sim.Content, params sim.Params) (*Twins, error) {
	t := &Twins{content: content}
	for _, g := range [...]**sim.Game{&t.Game, &t.forgetful, &t.restored, &t.spare} {
		var err error
		if *g, err = sim.New(content, params); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Restore saves the restored twin, and goes on with what another engine makes of
// that.
func (t *Twins) Restore() error {
	t.restored.Snapshot(&t.snapshot)
	t.saved = t.snapshot.Encode(t.saved[:0], sim.Seal{})
	decoded, err := t.content.Decode(t.saved, sim.Seal{})
	if err != nil {
		return err
	}
	if err := t.spare.Restore(decoded); err != nil {
		return err
	}
	t.restored, t.spare = t.spare, t.restored
	return nil
}

// ExitLevel ends the level after the next tic.
func (t *Twins) ExitLevel() {
	for _, g := range [...]*sim.Game{t.Game, t.forgetful, t.restored} {
		g.ExitLevel()
	}
}

// Tic plays one tic. The error is a *TwinDifference where the games part.
func (t *Twins) Tic(tic *Tic) error {
	if err := t.Game.Tic(&tic.Cmds, tic.Mask); err != nil {
		return err
	}
	hash := t.Game.Hash()
	for _, twin := range [...]struct {
		game *sim.Game
		what string
	}{{t.forgetful, "forgets its working memory"}, {t.restored, "was saved and restored"}} {
		if twin.game == t.forgetful {
			t.forgetful.PoisonScratch()
		}
		if err := twin.game.Tic(&tic.Cmds, tic.Mask); err != nil {
			return err
		}
		if twin.game.Hash() != hash {
			return &TwinDifference{Tic: t.Game.GameTic - 1, Twin: twin.what}
		}
	}
	return nil
}

// PlayTwins plays an input's game to its end, and restores the one twin every so
// many tics, counted from a point of their own so that not all runs are cut alike.
func PlayTwins(content *sim.Content, in *Input, every int) error {
	t, err := NewTwins(content, in.Params)
	if err != nil {
		return err
	}
	for i := range in.Tics {
		if i%every == len(in.Tics)%every {
			if err := t.Restore(); err != nil {
				return err
			}
		}
		if in.exits(i, t.Game) {
			t.ExitLevel()
		}
		if err := t.Tic(&in.Tics[i]); err != nil {
			return err
		}
	}
	return nil
}
