package sim

import (
	"testing"

	"doomhost/engine/info"
)

// patched is the session's tables, to be changed as DEHACKED changes them.
func (s *session) patched() *info.Tables { return s.content.Tables }

// A lost soul slams into a monster that sleeps. The blow wakes it, and where it
// tries a step at once, it is the one that goes back to its spawn state: the soul
// charges on.
func TestASoulChargesOnWhereItsVictimTriesAStep(t *testing.T) {
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

// In the second half of its step such a soul hits again.
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
		// A blow does at most 24.
		twice = 400-caco.Health > 24
	}
	if !twice {
		t.Error("it never did")
	}
}

// Who is crushed by a teleport, survives, wakes and tries a step stands for the
// one who teleports when the next one is looked at.
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
			// A monster may not crush: it is in the way of itself.
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

// An explosion whose victim explodes in turn goes on from the victim's place.
func TestAnExplosionGoesOnFromTheOneThatItSetOff(t *testing.T) {
	s := alone(t, newRoom())
	states := s.patched().States
	states[s.patched().Mobjs[info.MobjTroop].DeathState].Action = info.ActExplode
	bystander := s.spawn(460, 128, info.MobjHead)
	victim := s.spawn(400, 128, info.MobjTroop) // found first
	victim.Health, bystander.Health = 1, 1000
	spot := s.spawn(340, 128, info.MobjTfog)
	s.radiusAttack(spot, nil, 80)
	// 60 away and 31 in radius: 128-29 by the victim's own explosion, and the same
	// again by what began as one of 80 at 120 units.
	if got := 1000 - bystander.Health; got != 2*(128-29) {
		t.Errorf("the bystander loses %d, want twice %d", got, 128-29)
	}
}

// Who shoots is who aimed last: between the blood and the blow a frame of the blood
// may aim.
func TestABloodThatAimsIsWhoShot(t *testing.T) {
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

// The pellets of a shotgun go where the last bullet was aimed, whoever aimed it.
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

// A corpse that is tried as a missile may wake another archvile, which looks for a
// corpse of its own: the height of that one is put right, and not of the first.
func TestTheCorpseIsTheOneFoundLast(t *testing.T) {
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
