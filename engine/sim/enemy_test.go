package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// Types of map things.
const (
	edImp      = 3001
	edSkull    = 3006
	edVile     = 64
	edRevenant = 66
	edMancubus = 67
	edPain     = 71
)

// thing returns a thing that is on the map in all skills.
func thing(kind, x, y, angle int) wadtest.Thing {
	return wadtest.Thing{X: x, Y: y, Angle: angle, Type: kind, Options: 7}
}

// the returns the only object of a type.
func (s *session) the(kind info.MobjType) *Mobj {
	s.t.Helper()
	found := s.find(kind)
	if len(found) != 1 {
		s.t.Fatalf("%d objects of type %d, want 1", len(found), kind)
	}
	return found[0]
}

func (s *session) asleep(m *Mobj) bool {
	first := s.infoOf(m).SpawnState
	return m.State == first || m.State == first+1
}

func TestMonsterIgnoresAPlayerBehindItUntilThereIsNoise(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 400, 128, 0)))
	imp := s.the(info.MobjTroop)
	s.run(100)
	if !s.asleep(imp) {
		t.Fatal("the imp woke up for a player behind its back, 270 units away")
	}
	s.cmds[0].Buttons = lockstep.ButtonAttack
	s.run(5)
	s.cmds[0].Buttons = 0
	if n := s.until(40, "it wakes up", func() bool { return !s.asleep(imp) }); n < 1 || imp.Target != s.Players[0].Mo {
		t.Errorf("after %d tics its target is %v", n, imp.Target)
	}
}

func TestMonsterNoticesAPlayerBehindItInMeleeRange(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 190, 128, 0)))
	imp := s.the(info.MobjTroop)
	s.until(15, "it wakes up", func() bool { return !s.asleep(imp) })
}

func TestNoisePassesOneBlockingLine(t *testing.T) {
	r := newRoom(thing(edImp, 400, 128, 0))
	put16(r.Linedefs[14*6+4:], int(level.LineTwoSided|level.LineSoundBlock))
	s := alone(t, r)
	body := s.body(0)
	s.noiseAlert(body, body)
	if s.Sectors[1].SoundTarget != body.Self {
		t.Error("sector 1 does not hear the noise")
	}
	s.flood.reach[0] = 0
	s.Sectors[1].SoundTarget = None
	s.spreadNoise(0, 2, body.Self) // as if through one blocking line already
	if s.Sectors[1].SoundTarget != None {
		t.Error("the noise passes a second blocking line")
	}
}

func TestNoiseDoesNotPassAClosedDoor(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 0, 0, 0))
	body := s.body(0)
	s.noiseAlert(body, body)
	if s.Sectors[1].SoundTarget != None {
		t.Error("a closed sector hears the noise")
	}
}

// In a co-op game a monster looks at two players in each call, in turn.
func TestMonstersLookAtTwoPlayersACall(t *testing.T) {
	s := together(t, fourStarts(), 0, 1, 2, 3)
	m := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjTroop)
	for p := range 3 {
		s.Players[p].Health = 0
	}
	m.LastLook = 0
	if s.lookForPlayers(m, true) {
		t.Fatal("the first call found the third player")
	}
	if m.LastLook != 2 {
		t.Fatalf("the next call starts at player %d, want 2", m.LastLook)
	}
	if !s.lookForPlayers(m, true) || m.Target != s.Players[3].Mo {
		t.Error("the second call did not find the last player")
	}
}

func TestMonstersFindNobodyWithoutPlayers(t *testing.T) {
	s := together(t, fourStarts(), 0)
	s.mask = 0
	s.run(1)
	m := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjTroop)
	if s.lookForPlayers(m, true) {
		t.Error("the monster found a target")
	}
}

// shots counts the random numbers with which m fires.
func (s *session) shots(m *Mobj) (n int) {
	target := s.body(0)
	for i := range 256 {
		s.Random = uint8(i)
		if s.wantsToShoot(m, target) {
			n++
		}
	}
	return n
}

func TestShotChanceDependsOnDistance(t *testing.T) {
	s := alone(t, newRoom())
	spawn := func(kind info.MobjType, away int) *Mobj {
		m := s.spawnMobj(fixed.Fixed(128+away)*fixed.Unit, 128*fixed.Unit, onFloorZ, kind)
		m.ReactionTime = 0
		return m
	}
	if n := s.shots(spawn(info.MobjTroop, 60)); n != 256 {
		t.Errorf("an imp nearby shoots in %d of 256 cases, want all", n)
	}
	near, far := s.shots(spawn(info.MobjTroop, 200)), s.shots(spawn(info.MobjTroop, 350))
	if near <= far || far == 0 {
		t.Errorf("an imp shoots in %d cases from 200 units and in %d from 350", near, far)
	}
	// Revenants nearer than 196 + 64 close in instead.
	if n := s.shots(spawn(info.MobjUndead, 250)); n != 0 {
		t.Errorf("a revenant 250 units away shoots in %d cases", n)
	}
	if n := s.shots(spawn(info.MobjUndead, 300)); n == 0 {
		t.Error("a revenant 300 units away never shoots")
	}
	m := spawn(info.MobjTroop, 350)
	m.Flags |= info.FlagJusthit
	s.Random = 0
	if !s.wantsToShoot(m, s.body(0)) || m.Flags&info.FlagJusthit != 0 {
		t.Error("a monster that was just hit does not shoot back at once")
	}
	m.ReactionTime = 8
	if s.shots(m) != 0 {
		t.Error("a monster shoots before it has reacted")
	}
}

func TestOnlyFastMonstersAttackTwiceInARow(t *testing.T) {
	for _, c := range []struct {
		skill int
		fast  bool
		dodge bool
	}{{2, false, true}, {2, true, false}, {skillNightmare, false, false}} {
		s := begin(t, roomContent(t, info.MissionDoom2, newRoom(thing(edImp, 400, 128, 180)), "MAP01"),
			Params{Skill: c.skill, Fast: c.fast, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
		imp := s.the(info.MobjTroop)
		imp.Target = s.Players[0].Mo
		imp.Flags |= info.FlagJustattacked
		step := s.decide(imp, s.body(0), s.infoOf(imp))
		if (step == chaseDodge) != c.dodge || imp.Flags&info.FlagJustattacked != 0 {
			t.Errorf("skill %d, fast %v: step %d", c.skill, c.fast, step)
		}
	}
}

func TestPainElementalsStopAt21Skulls(t *testing.T) {
	for _, c := range []struct{ skulls, want int }{{20, 21}, {21, 21}} {
		things := []wadtest.Thing{thing(edPain, 300, 128, 180)}
		for i := range c.skulls {
			things = append(things, thing(edSkull, 20+i*4, 20, 0))
		}
		s := alone(t, newRoom(things...))
		pain := s.the(info.MobjPain)
		pain.Target = s.Players[0].Mo
		s.painAttack(pain)
		if n := s.countMobjs(info.MobjSkull); n != c.want {
			t.Errorf("of %d skulls there are %d after the attack, want %d", c.skulls, n, c.want)
		}
	}
}

func TestASkullWithoutRoomDiesAtOnce(t *testing.T) {
	s := alone(t, newRoom(thing(edPain, 300, 80, 270))) // the wall is where it spits
	pain := s.the(info.MobjPain)
	s.spitSkull(pain, pain.Angle)
	if skull := s.the(info.MobjSkull); skull.Health > 0 {
		t.Errorf("the skull's health is %d", skull.Health)
	}
}

func TestHomingMissilesSteerInEveryFourthTic(t *testing.T) {
	s := alone(t, newRoom(thing(edRevenant, 400, 200, 180)))
	skeleton := s.the(info.MobjUndead)
	skeleton.Target = s.Players[0].Mo
	s.skelMissile(skeleton)
	missile := s.the(info.MobjTracer)
	if missile.Tracer != s.Players[0].Mo || missile.Z>>fixed.Bits != 47 {
		t.Fatalf("the missile is %+v", missile)
	}
	missile.Angle = 0 // the wrong way
	for tic, turns := range []bool{true, false, false, false, true} {
		before := missile.Angle
		smoke := len(s.find(info.MobjSmoke))
		s.GameTic = int32(tic)
		s.tracerThink(missile)
		if (missile.Angle != before) != turns || (len(s.find(info.MobjSmoke)) > smoke) != turns {
			t.Errorf("tic %d: the missile turned from %#x to %#x", tic, before, missile.Angle)
		}
	}
	if want := -(missile.Angle); want != 2*tracerTurn {
		t.Errorf("after two turns the missile faces %#x", missile.Angle)
	}
}

// dead turns m into a corpse that lies still.
func (s *session) dead(m *Mobj) *Mobj {
	s.damageMobj(m, nil, nil, m.Health)
	s.until(100, "it lies still", func() bool { return m.Tics == -1 })
	return m
}

func TestArchvilesRaiseTheDead(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 350, 128, 0)))
	imp := s.dead(s.the(info.MobjTroop))
	vile := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjVile)
	vile.Target = s.Players[0].Mo
	vile.MoveDir = dirWest
	s.vileChase(vile)
	i := s.infoOf(imp)
	if vile.State != info.StateVileHeal1 || imp.State != i.RaiseState {
		t.Fatalf("the vile is in state %d, the corpse in %d", vile.State, imp.State)
	}
	if imp.Health != i.SpawnHealth || imp.Flags != i.Flags || imp.Height != i.Height || imp.Target != None {
		t.Errorf("risen as %+v", imp)
	}
	if vile.Target != s.Players[0].Mo {
		t.Error("the vile forgot its target")
	}
}

func TestCrushedCorpseRisesAsAGhost(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 350, 128, 0)))
	imp := s.dead(s.the(info.MobjTroop))
	vile := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjVile)
	s.squeeze(imp)
	s.raiseCorpse(vile, imp)
	if imp.Height != 0 || imp.Radius != 0 || imp.Health <= 0 {
		t.Errorf("risen as %+v", imp)
	}
}

func TestArchvilesFireBurnsInFrontOfItsVictim(t *testing.T) {
	s := alone(t, newRoom(thing(edVile, 400, 128, 180)))
	vile, body := s.the(info.MobjVile), s.body(0)
	vile.Target = body.Self
	s.vileTarget(vile)
	fire := s.the(info.MobjFire)
	if (fire.X-body.X+fixed.Unit/2)>>fixed.Bits != 24 || vile.Tracer != fire.Self {
		t.Fatalf("the fire is %+v", fire)
	}
	s.vileAttack(vile)
	if body.MomZ != 10*fixed.Unit { // 1000 over a mass of 100
		t.Errorf("the victim is thrown up by %d", body.MomZ)
	}
	if s.Players[0].Health > 100-20-40 {
		t.Errorf("health %d after the blow and the blast", s.Players[0].Health)
	}
}

func TestMancubusMissilesStraddleTheirTarget(t *testing.T) {
	s := alone(t, newRoom(thing(edMancubus, 400, 128, 180)))
	fat := s.the(info.MobjFatso)
	fat.Target = s.Players[0].Mo
	s.fatAttack(fat, 3)
	shots := s.find(info.MobjFatshot)
	if len(shots) != 2 {
		t.Fatalf("%d missiles", len(shots))
	}
	if a, b := shots[0].Angle, shots[1].Angle; a != fat.Angle-fatSpread/2 || b != fat.Angle+fatSpread/2 {
		t.Errorf("they fly at %#x and %#x, the mancubus faces %#x", a, b, fat.Angle)
	}
}

// A DEHACKED patch may use any action in any state.
func TestActionsOfTheOtherKindDoNothing(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 400, 128, 0)))
	imp := s.the(info.MobjTroop)
	imp.Target = s.Players[0].Mo
	for a := range info.ActionID(info.NumActions) {
		if a < info.ActBFGSpray {
			before := *imp
			s.mobjAction(imp, a)
			if *imp != before {
				t.Errorf("weapon action %d changes a thing", a)
			}
		} else {
			before := s.State.Players[0]
			s.weaponAction(0, layerWeapon, a)
			if s.State.Players[0] != before {
				t.Errorf("thing action %d changes a weapon", a)
			}
		}
	}
}
