package sim

// movers visits every thinker that is not a map object, and the free slots: the choice of
// the next slot is part of the state.
func (c *codec) movers(m *movers) {
	fieldLen(c, &m.doors.items, 25)
	for i := range m.doors.items {
		d := &m.doors.items[i]
		field8(c, &d.Kind)
		field32(c, &d.Sector)
		field32(c, &d.Top)
		field32(c, &d.Speed)
		field32(c, &d.Direction)
		field32(c, &d.TopWait)
		field32(c, &d.Countdown)
	}
	list32(c, &m.doors.free)
	fieldLen(c, &m.floors.items, 24)
	for i := range m.floors.items {
		f := &m.floors.items[i]
		field8(c, &f.Kind)
		fieldBool(c, &f.Crush)
		field32(c, &f.Sector)
		field32(c, &f.Direction)
		field32(c, &f.NewSpecial)
		field16(c, &f.Texture)
		field32(c, &f.Dest)
		field32(c, &f.Speed)
	}
	list32(c, &m.floors.free)
	fieldLen(c, &m.ceilings.items, 29)
	for i := range m.ceilings.items {
		l := &m.ceilings.items[i]
		fieldBool(c, &l.Running)
		field8(c, &l.Kind)
		fieldBool(c, &l.Crush)
		field32(c, &l.Sector)
		field32(c, &l.Bottom)
		field32(c, &l.Top)
		field32(c, &l.Speed)
		field32(c, &l.Direction)
		field16(c, &l.Tag)
		field32(c, &l.OldDirection)
	}
	list32(c, &m.ceilings.free)
	fieldLen(c, &m.plats.items, 36)
	for i := range m.plats.items {
		p := &m.plats.items[i]
		fieldBool(c, &p.Running)
		field8(c, &p.Kind)
		field32(c, &p.Sector)
		field32(c, &p.Speed)
		field32(c, &p.Low)
		field32(c, &p.High)
		field32(c, &p.Wait)
		field32(c, &p.Count)
		field32(c, &p.Status)
		field32(c, &p.OldStatus)
		field16(c, &p.Tag)
	}
	list32(c, &m.plats.free)
	c.lights(m)
	fieldLen(c, &m.buttons, 11)
	for i := range m.buttons {
		b := &m.buttons[i]
		field32(c, &b.Line)
		field8(c, &b.Part)
		field16(c, &b.Texture)
		field32(c, &b.Timer)
	}
}

func (c *codec) lights(m *movers) {
	fieldLen(c, &m.flickers.items, 16)
	for i := range m.flickers.items {
		f := &m.flickers.items[i]
		field32(c, &f.Sector)
		field32(c, &f.Count)
		field32(c, &f.Max)
		field32(c, &f.Min)
	}
	list32(c, &m.flickers.free)
	fieldLen(c, &m.flashes.items, 24)
	for i := range m.flashes.items {
		f := &m.flashes.items[i]
		field32(c, &f.Sector)
		field32(c, &f.Count)
		field32(c, &f.Max)
		field32(c, &f.Min)
		field32(c, &f.MaxTime)
		field32(c, &f.MinTime)
	}
	list32(c, &m.flashes.free)
	fieldLen(c, &m.strobes.items, 24)
	for i := range m.strobes.items {
		s := &m.strobes.items[i]
		field32(c, &s.Sector)
		field32(c, &s.Count)
		field32(c, &s.Min)
		field32(c, &s.Max)
		field32(c, &s.DarkTime)
		field32(c, &s.BrightTime)
	}
	list32(c, &m.strobes.free)
	fieldLen(c, &m.glows.items, 16)
	for i := range m.glows.items {
		l := &m.glows.items[i]
		field32(c, &l.Sector)
		field32(c, &l.Min)
		field32(c, &l.Max)
		field32(c, &l.Direction)
	}
	list32(c, &m.glows.free)
}

func (c *codec) intermission(w *Intermission) {
	field8(c, &w.Stage)
	field32(c, &w.Tics)
	field32(c, &w.Last)
	field32(c, &w.Next)
	for p := range w.In {
		fieldBool(c, &w.In[p])
	}
	field32(c, &w.MaxKills)
	field32(c, &w.MaxItems)
	field32(c, &w.MaxSecrets)
	field32(c, &w.Time)
	field32(c, &w.ParTime)
	for p := range w.Score {
		c.tally(&w.Score[p])
	}
	fieldBool(c, &w.Accelerate)
	field32(c, &w.Step)
	field32(c, &w.Pause)
	field32(c, &w.Countdown)
	for p := range w.Shown {
		c.tally(&w.Shown[p])
	}
	field32(c, &w.ShownTime)
	field32(c, &w.ShownPar)
	field32(c, &w.FragSum)
}

func (c *codec) tally(t *Tally) {
	field32(c, &t.Kills)
	field32(c, &t.Items)
	field32(c, &t.Secrets)
	for p := range t.Frags {
		field32(c, &t.Frags[p])
	}
	field32(c, &t.Total)
}

func (c *codec) finale(f *Finale) {
	field8(c, &f.Stage)
	field32(c, &f.Count)
	field16(c, &f.Text)
	field16(c, &f.Flat)
	field32(c, &f.Cast.Num)
	field16(c, &f.Cast.State)
	field32(c, &f.Cast.Tics)
	field32(c, &f.Cast.Frames)
	fieldBool(c, &f.Cast.Starting)
	fieldBool(c, &f.Cast.Dying)
	fieldBool(c, &f.Cast.Attacking)
	fieldBool(c, &f.Cast.Melee)
}
