package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

func TestArmorTakesItsShareWhileItLasts(t *testing.T) {
	for _, c := range []struct {
		name                     string
		class, points, damage    int32
		health, left, classAfter int32
	}{
		{"none", 0, 0, 30, 70, 0, 0},
		{"green takes a third", 1, 100, 30, 80, 90, 1},
		{"blue takes half", 2, 200, 30, 85, 185, 2},
		{"what is left breaks", 1, 10, 60, 50, 0, 0},
		{"to the point", 1, 10, 30, 80, 0, 0},
	} {
		s := alone(t, newRoom())
		pl := &s.State.Players[0]
		pl.ArmorType, pl.ArmorPoints = c.class, c.points
		s.damageMobj(s.body(0), nil, nil, c.damage)
		if pl.Health != c.health || pl.ArmorPoints != c.left || pl.ArmorType != c.classAfter {
			t.Errorf("%s: health %d, armor %d of class %d; want %d, %d, %d",
				c.name, pl.Health, pl.ArmorPoints, pl.ArmorType, c.health, c.left, c.classAfter)
		}
		if pl.DamageCount != 100-c.health || s.body(0).Health != c.health {
			t.Errorf("%s: damage count %d, body's health %d", c.name, pl.DamageCount, s.body(0).Health)
		}
	}
}

func TestEasiestSkillHalvesDamage(t *testing.T) {
	s := begin(t, roomContent(t, info.MissionDoom2, newRoom(), "MAP01"), Params{Skill: 0, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
	s.damageMobj(s.body(0), nil, nil, 31)
	if h := s.Players[0].Health; h != 85 {
		t.Errorf("health %d after 31 of damage, want 85", h)
	}
}

func TestNothingProtectsFromATelefrag(t *testing.T) {
	for _, protect := range []func(p *Player){
		func(p *Player) { p.Cheats = CheatGodMode },
		func(p *Player) { p.Powers[info.PowerInvulnerability] = 100 },
	} {
		s := alone(t, newRoom())
		protect(&s.State.Players[0])
		s.damageMobj(s.body(0), nil, nil, 999)
		if s.Players[0].Health != 100 {
			t.Errorf("999 of damage leaves %d", s.Players[0].Health)
		}
		s.damageMobj(s.body(0), nil, nil, 1000)
		if s.Players[0].Health != 0 || s.Players[0].State != PlayerDead {
			t.Errorf("1000 of damage leaves %d", s.Players[0].Health)
		}
	}
}

// Damage in a sector of special 11 leaves at least one point of health.
func TestExitSectorDamageDoesNotKill(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, specialExitDamage, 0))
	s.damageMobj(s.body(0), nil, nil, 500)
	if s.Players[0].Health != 1 || s.Players[0].State != PlayerLive {
		t.Errorf("health %d", s.Players[0].Health)
	}
}

func TestABlowPushesAway(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 200, 128, 180)))
	imp, body := s.the(info.MobjTroop), s.body(0)
	s.damageMobj(imp, body, body, 16)
	if want := 2 * fixed.Unit; imp.MomX < want-100 || imp.MomX > want { // 16 / 8 * 100 / mass 100
		t.Errorf("an imp flies at %d, want slightly less than %d", imp.MomX, want)
	}
	imp.MomX = 0
	s.State.Players[0].ReadyWeapon = info.WeaponChainsaw
	s.damageMobj(imp, body, body, 10)
	if imp.MomX != 0 {
		t.Error("a chainsaw pushes its victim away")
	}
}

// A target killed by a weak blow from well below may fall towards the attacker.
func TestTargetShotFromBelowMayFallForward(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 200, 128, 180)))
	imp, body := s.the(info.MobjTroop), s.body(0)
	for _, c := range []struct {
		z       fixed.Fixed
		random  uint8
		forward bool
	}{{65 * fixed.Unit, 2, false}, {65 * fixed.Unit, 1, true}, {64 * fixed.Unit, 1, false}} {
		imp.Health, imp.MomX, imp.Z = 5, 0, c.z
		s.Random = c.random // the next but one of the table is odd: 220, 222 | 109, 220
		odd := randomTable[s.Random+1]&1 != 0
		s.pushAway(imp, body, 10)
		if forward := imp.MomX < 0; forward != (odd && c.z > 64*fixed.Unit) || forward != c.forward {
			t.Errorf("at %d, random %d: it flies at %d", c.z>>fixed.Bits, c.random, imp.MomX)
		}
	}
}

func TestMonstersTurnOnTheirAttacker(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 300, 128, 0), thing(edRevenant, 400, 128, 0), thing(edVile, 400, 200, 0)))
	imp, skeleton, vile := s.the(info.MobjTroop), s.the(info.MobjUndead), s.the(info.MobjVile)
	s.damageMobj(imp, skeleton, skeleton, 1)
	if imp.Target != skeleton.Self || imp.Threshold != baseThreshold {
		t.Fatalf("the imp's target is %v, its threshold %d", imp.Target, imp.Threshold)
	}
	s.damageMobj(imp, nil, s.body(0), 1)
	if imp.Target != skeleton.Self {
		t.Error("the imp changes its target before the threshold has passed")
	}
	imp.Threshold = 0
	s.damageMobj(imp, vile, vile, 1)
	if imp.Target != skeleton.Self {
		t.Error("the imp turns on an archvile")
	}
	vile.Threshold = 50
	s.damageMobj(vile, nil, s.body(0), 1)
	if vile.Target != s.Players[0].Mo {
		t.Error("an archvile sticks to its target")
	}
}

func TestHeavyDamageGibs(t *testing.T) {
	for _, c := range []struct {
		damage int32
		xdeath bool
	}{{120, false}, {121, true}} { // an imp has 60
		s := alone(t, newRoom(thing(edImp, 300, 128, 0)))
		imp := s.the(info.MobjTroop)
		s.damageMobj(imp, nil, nil, c.damage)
		i := s.infoOf(imp)
		if burst := imp.State == i.XDeathState; burst != c.xdeath || !burst && imp.State != i.DeathState {
			t.Errorf("%d of damage: state %d", c.damage, imp.State)
		}
		if imp.Flags&info.FlagShootable != 0 || imp.Flags&info.FlagCorpse == 0 || imp.Height != i.Height>>2 {
			t.Errorf("the corpse is %+v", imp)
		}
	}
}

func TestKillsAndFragsAreCounted(t *testing.T) {
	s := together(t, fourStarts(), 0, 1, 2)
	imp := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjTroop)
	s.damageMobj(imp, nil, s.body(1), 1000)
	other := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjTroop)
	s.damageMobj(other, nil, nil, 1000) // in a net game nobody gets the kill
	s.damageMobj(s.body(2), nil, s.body(1), 1000)
	s.damageMobj(s.body(1), nil, s.body(1), 1000)
	s.damageMobj(s.body(0), nil, nil, 1000)
	p := &s.State.Players
	if p[0].KillCount != 0 || p[1].KillCount != 1 {
		t.Errorf("kills %d and %d", p[0].KillCount, p[1].KillCount)
	}
	if p[1].Frags != [MaxPlayers]int32{0, 1, 1, 0} || p[0].Frags != [MaxPlayers]int32{1, 0, 0, 0} {
		t.Errorf("frags %v and %v", p[0].Frags, p[1].Frags)
	}

	a := alone(t, newRoom(thing(edImp, 300, 128, 0)))
	a.damageMobj(a.the(info.MobjTroop), nil, nil, 1000)
	if a.Players[0].KillCount != 1 {
		t.Error("in a game alone, a monster killed by nobody does not count")
	}
}

func TestSomeMonstersDropItems(t *testing.T) {
	for kind, item := range map[info.MobjType]info.MobjType{
		info.MobjPossessed: info.MobjClip, info.MobjWolfss: info.MobjClip,
		info.MobjShotguy: info.MobjShotgun, info.MobjChainguy: info.MobjChaingun,
	} {
		s := alone(t, newRoom())
		m := s.spawnMobj(300*fixed.Unit, 128*fixed.Unit, onFloorZ, kind)
		s.damageMobj(m, nil, nil, 1000)
		if drop := s.the(item); drop.Flags&info.FlagDropped == 0 || drop.X != m.X {
			t.Errorf("type %d drops %+v", kind, drop)
		}
	}
}
