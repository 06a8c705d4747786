package sim

import "doomhost/engine/info"

// movers checks the pools: each slot must be free or belong to exactly one thinker.
func (v *validator) movers() {
	m := &v.s.movers
	sectors, flats := len(v.lv.Sectors), v.c.Set.FlatLimit()
	const inNone = "a mover is in no sector"
	const kind = "a mover's kind is none"
	for i := range m.doors.items {
		d := &m.doors.items[i]
		v.must(within(d.Sector, sectors), inNone)
		v.must(d.Kind <= doorBlazeClose, kind)
	}
	for i := range m.floors.items {
		f := &m.floors.items[i]
		v.must(within(f.Sector, sectors), inNone)
		v.must(f.Kind <= floorStairs, kind)
		v.must(within(f.Texture, flats), "a floor becomes no flat")
	}
	for i := range m.ceilings.items {
		c := &m.ceilings.items[i]
		v.must(within(c.Sector, sectors), inNone)
		v.must(c.Kind <= ceilingSilentCrushAndRaise, kind)
	}
	for i := range m.plats.items {
		p := &m.plats.items[i]
		v.must(within(p.Sector, sectors), inNone)
		v.must(p.Kind <= platBlazeDownWaitUpStay, kind)
	}
	for i := range m.flickers.items {
		v.must(within(m.flickers.items[i].Sector, sectors), inNone)
	}
	for i := range m.flashes.items {
		v.must(within(m.flashes.items[i].Sector, sectors), inNone)
	}
	for i := range m.strobes.items {
		v.must(within(m.strobes.items[i].Sector, sectors), inNone)
	}
	for i := range m.glows.items {
		v.must(within(m.glows.items[i].Sector, sectors), inNone)
	}
	run := 0
	run += v.pool(ThinkDoor, len(m.doors.items), m.doors.free)
	run += v.pool(ThinkFloor, len(m.floors.items), m.floors.free)
	run += v.pool(ThinkCeiling, len(m.ceilings.items), m.ceilings.free)
	run += v.pool(ThinkPlat, len(m.plats.items), m.plats.free)
	run += v.pool(ThinkFireFlicker, len(m.flickers.items), m.flickers.free)
	run += v.pool(ThinkLightFlash, len(m.flashes.items), m.flashes.free)
	run += v.pool(ThinkStrobe, len(m.strobes.items), m.strobes.free)
	run += v.pool(ThinkGlow, len(m.glows.items), m.glows.free)
	v.must(run == len(v.owner), "a thinker is of no kind, or its mover is none")
}

// pool checks one kind's slots and returns how many have a thinker.
func (v *validator) pool(kind ThinkerKind, slots int, free []uint32) int {
	isFree := make([]bool, slots)
	for _, i := range free {
		if !v.must(uint64(i) < uint64(slots) && !isFree[i], "a free mover is none, or free twice") {
			return 0
		}
		isFree[i] = true
	}
	run := 0
	for i := range isFree {
		if v.owner[Thinker{Kind: kind, Index: uint32(i)}] {
			run++
			v.must(!isFree[i], "a mover is run and free")
		} else {
			v.must(isFree[i], "a mover is neither run nor free")
		}
	}
	return run
}

// maxTime leaves an accepted game over a year before its clock overflows.
const maxTime = 1 << 30

func (v *validator) game() {
	s := v.s
	v.must(s.Phase <= PhaseFinale, "the phase is none")
	v.must(s.Action <= ActionWorldDone, "the action is none")
	v.must(within(s.GameTic, maxTime) && within(s.LevelTime, maxTime), "its time is none")
	for p := range s.Players {
		v.player(&s.Players[p])
	}
	for _, r := range s.BodyQueue {
		v.ref(r, "a queued body is none")
	}
	v.must(s.BodyQueueSlot >= 0, "the body queue begins nowhere")
	v.must(within(s.ItemHead, itemQueueSize) && within(s.ItemTail, itemQueueSize), "the item queue begins nowhere")
	for _, r := range s.BrainTargets {
		v.ref(r, "a place that the brain spits at is none")
	}
	v.must(s.BrainTarget >= 0 && (len(s.BrainTargets) == 0 || within(s.BrainTarget, len(s.BrainTargets))),
		"the brain spits nowhere")
	for i := range s.buttons {
		v.button(&s.buttons[i])
	}
	w := &s.Intermission
	v.must(w.Stage <= StageGoing, "the intermission's stage is none")
	v.must(w.Last >= 0 && w.Next >= 0, "the intermission is of no map")
	v.must(s.Phase != PhaseIntermission || w.MaxKills > 0 && w.MaxItems > 0 && w.MaxSecrets > 0,
		"the intermission counts to nothing")
	f := &s.Finale
	v.must(f.Stage <= FinaleCast && f.Count >= 0, "the finale's stage is none")
	v.must(int(f.Text) < len(v.c.Tables.Strings) && int(f.Flat) < len(v.c.Tables.Strings), "the finale's text is none")
	v.must(within(f.Cast.Num, len(CastOrder)) && int(f.Cast.State) < len(v.c.Tables.States), "the finale's cast is nobody")
}

func (v *validator) player(p *Player) {
	t := v.c.Tables
	v.ref(p.Mo, "a player's body is none")
	v.ref(p.Attacker, "a player's attacker is none")
	v.must(p.State <= PlayerReborn, "a player's state is none")
	v.must(p.ReadyWeapon < info.NumWeapons, "a player's weapon is none")
	v.must(p.PendingWeapon < info.NumWeapons || p.PendingWeapon == info.WeaponNone, "a player's next weapon is none")
	v.must(p.DamageCount >= 0 && p.BonusCount >= 0, "a player's flash is below 0")
	v.must(within(p.ExtraLight, 3), "a player's light is none")
	v.must(p.FixedColormap == 0 || p.FixedColormap == colormapLight || p.FixedColormap == colormapInverse,
		"a player's colormap is none")
	for i := range p.PSprites {
		v.must(int(p.PSprites[i].State) < len(t.States), "a weapon's state is none")
	}
	v.must(int(p.Message) < len(t.Strings), "a player's message is none")
}

func (v *validator) button(b *Button) {
	v.must(b.Part <= ButtonBottom, "a button's part is none")
	if b.Timer == 0 {
		return
	}
	v.must(within(b.Line, len(v.lv.Lines)) && v.lv.Lines[b.Line].Side[0] >= 0, "a button is on no line")
	v.must(within(b.Texture, v.c.Textures.Count()), "a button's texture is none")
}
