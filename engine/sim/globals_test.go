package sim

import (
	"testing"

	"doomhost/engine/info"
)

// patched returns the session's tables, for a test to change as DEHACKED does.
func (s *session) patched() *info.Tables { return s.content.Tables }

// A lost soul slams into a sleeping monster. The blow wakes the monster. If the monster
// tries a step at once, it, and not the soul, returns to its spawn state, and the soul
// charges on.
func TestSoulChargesOnIfItsVictimTriesAStep(t *testing.T) {
	charged, stopped := 0, 0
	for random := range 256 {
		s := alone(t, newRoom(thing(3005, 400, 128, 0)))
		caco := s.the(info.MobjHead)
		caco.MoveCount = int32(random & 1) // else it shoots at once: it chased before
		soul := s.spawn(320, 128, info.MobjSkull)
		s.setZ(soul, caco.Z+8*unit)
		soul.Target = s.Players[0].Mo
		s.setFlags(soul, soul.Flags|info.FlagSkullfly)
		s.setMom(soul, 20*unit, 0, 0)
		s.Random = uint8(random)
		s.tryMove(soul, 360*unit, 128*unit)
		if caco.Health == 400 || caco.Target != soul.Self {
			t.Fatalf("random index %d: the soul did not hit", random)
		}
		flies := soul.Flags&info.FlagSkullfly != 0
		switch {
		case s.tmThing == caco:
			charged++
			if !flies || soul.MomX != 20*unit || caco.State != s.infoOf(caco).SpawnState {
				t.Errorf("random index %d: the monster took a step; the soul flies: %v with %d, the monster is in state %d",
					random, flies, soul.MomX, caco.State)
			}
		default:
			stopped++
			if flies || soul.MomX != 0 || soul.State != s.infoOf(soul).SpawnState {
				t.Errorf("random index %d: the monster stayed; the soul flies: %v with %d", random, flies, soul.MomX)
			}
		}
	}
	if charged == 0 || stopped == 0 {
		t.Errorf("the soul charged on %d times and stopped %d times, want some of both", charged, stopped)
	}
}

// Such a soul hits again in the second half of its step.
func TestASoulThatChargesOnHitsTwiceInATic(t *testing.T) {
	twice := false
	for random := 0; random < 256 && !twice; random++ {
		s := alone(t, newRoom(thing(3005, 400, 128, 0)))
		caco := s.the(info.MobjHead)
		caco.MoveCount, caco.MoveDir = 5, dirNorth
		soul := s.spawn(350, 128, info.MobjSkull)
		s.setZ(soul, caco.Z+8*unit)
		s.setFlags(soul, soul.Flags|info.FlagSkullfly)
		s.setMom(soul, 20*unit, 0, 0)
		s.Random = uint8(random)
		s.moveXY(soul)
		// One blow does at most 24.
		twice = 400-caco.Health > 24
	}
	if !twice {
		t.Error("the soul never hit twice")
	}
}

// A monster that survives a telefrag, wakes and tries a step takes the place of the
// teleporting thing in the tests of the next victims.
func TestACrushedMonsterThatSurvivesTakesThePlaceOfTheCrusher(t *testing.T) {
	kept, moved := 0, 0
	for random := range 256 {
		s := alone(t, newRoom())
		second := s.spawn(410, 128, info.MobjHead)
		first := s.spawn(400, 128, info.MobjHead) // found first
		first.Health, second.Health = 20000, 20000
		s.setFlags(second, second.Flags&^info.FlagSolid)
		s.Random = uint8(random)
		ok := s.teleportMove(s.body(0), 400*unit, 128*unit)
		switch s.tmThing {
		case first:
			// A monster may not crush, so the move fails.
			kept++
			if ok || second.Health != 20000 {
				t.Errorf("random index %d: teleported %v, the second has %d", random, ok, second.Health)
			}
		case s.body(0):
			moved++
			if !ok || second.Health == 20000 {
				t.Errorf("random index %d: teleported %v, the second has %d", random, ok, second.Health)
			}
		}
	}
	if kept == 0 || moved == 0 {
		t.Errorf("%d times the first one took a step, %d times it did not; want some of both", kept, moved)
	}
}

// If a victim explodes in turn, the outer explosion goes on from the victim's place.
func TestNestedExplosionMovesTheOuterOne(t *testing.T) {
	s := alone(t, newRoom())
	states := s.patched().States
	states[s.patched().Mobjs[info.MobjTroop].DeathState].Action = info.ActExplode
	bystander := s.spawn(460, 128, info.MobjHead)
	victim := s.spawn(400, 128, info.MobjTroop) // found first
	victim.Health, bystander.Health = 1, 1000
	spot := s.spawn(340, 128, info.MobjTfog)
	s.radiusAttack(spot, nil, 80)
	// The bystander is 60 units away and 31 in radius. It loses 128-29 to the victim's
	// own explosion, and the same again to the first one, which began with 80 at 120
	// units.
	if got := 1000 - bystander.Health; got != 2*(128-29) {
		t.Errorf("the bystander loses %d, want twice %d", got, 128-29)
	}
}

// The shooter is the thing that aimed last: a frame of the blood may aim between the
// blood and the blow.
func TestBloodThatAimsBecomesTheShooter(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 400, 128, 180)))
	s.patched().States[info.StateBlood3].Action = info.ActBFGSpray // for nobody
	imp := s.the(info.MobjTroop)
	imp.Health = 1000
	body := s.body(0)
	s.lineAttack(body, body.Angle, missileRange, 0, 5)
	if imp.Health != 995 || imp.Target == body.Self {
		t.Errorf("the imp has %d and goes for %v; want 995, and not for the player", imp.Health, imp.Target)
	}
}

// A shotgun's pellets follow the last aim, whichever player made it.
func TestPelletsFollowTheLastAim(t *testing.T) {
	s := together(t, newRoom(wadThing(400, 128, 2)), 0, 1)
	tables := s.patched()
	tables.States[tables.Weapons[info.WeaponPistol].DownState].Action = info.ActFirePistol
	me, other := s.body(0), s.body(1)
	s.setZ(other, 40*unit)
	other.Angle = me.Angle + 1<<31
	other.Health, s.Players[1].Health = 1, 1
	s.aimBullets(me)
	if s.bulletSlope <= 0 {
		t.Fatalf("the aim is %d, want upwards", s.bulletSlope)
	}
	s.shootBullet(me, true)
	if s.Players[1].State != PlayerDead || s.bulletSlope >= 0 {
		t.Errorf("player 2 is in state %d, the next pellet goes along %d; want dead, downwards", s.Players[1].State, s.bulletSlope)
	}
}

// The test for room of a corpse that is a missile may wake another archvile, which looks
// for its own corpse. The height of that corpse is then restored, not the first one's.
func TestArchvileRestoresTheCorpseFoundLast(t *testing.T) {
	woke := 0
	for random := range 256 {
		s := alone(t, newRoom())
		sleeper := s.spawn(430, 128, info.MobjVile)
		sleeper.MoveDir = dirEast
		mine, other := s.spawn(400, 128, info.MobjTroop), s.spawn(470, 150, info.MobjTroop)
		for _, corpse := range []*Mobj{mine, other} {
			s.setFlags(corpse, info.FlagCorpse)
			s.setTics(corpse, -1)
		}
		s.setFlags(mine, mine.Flags|info.FlagMissile)
		mine.Target = s.Players[0].Mo
		height := mine.Height
		s.Random = uint8(random)
		s.vileTryX, s.vileTryY = mine.X, mine.Y
		s.canRaise(mine)
		if s.corpseHit != other {
			if mine.Height != height {
				t.Fatalf("random index %d: the corpse keeps a height of %d", random, mine.Height)
			}
			continue
		}
		woke++
		if mine.Height != height<<2 {
			t.Errorf("random index %d: the first corpse has a height of %d, want %d", random, mine.Height, height<<2)
		}
	}
	if woke == 0 {
		t.Error("the other archvile never woke up")
	}
}
