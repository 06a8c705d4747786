package info

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata/spawned.tsv
var spawnedData string

//go:embed testdata/states_seen.tsv
var statesSeenData string

func dataLines(data string) [][]string {
	var rows [][]string
	for _, l := range strings.Split(data, "\n") {
		if l != "" && l[0] != '#' {
			rows = append(rows, strings.Split(l, "\t"))
		}
	}
	return rows
}

func TestThingsAreAsTheReferenceSpawnsThem(t *testing.T) {
	tables := New()
	rows := dataLines(spawnedData)
	for _, row := range rows {
		var n [5]int64
		for i, s := range row {
			v, err := strconv.ParseInt(strings.TrimPrefix(s, "~"), 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			n[i] = v
		}
		m := tables.Mobjs[n[0]]
		const changing = FlagAmbush | FlagJusthit | FlagJustattacked | FlagInfloat | FlagSkullfly | FlagDropped | FlagTranslation
		if int64(m.Radius>>16) != n[1] || int64(m.Height>>16) != n[2] || int64(m.SpawnHealth) != n[3] || int64(m.Flags&^changing) != n[4] {
			t.Errorf("thing %d: radius %d height %d health %d flags %#x, want %v", n[0], m.Radius>>16, m.Height>>16, m.SpawnHealth, m.Flags, row[1:])
		}
	}
	if len(rows) < 120 {
		t.Errorf("%d types only", len(rows))
	}
}

// reachable returns the states that a thing can reach on its own, from those that its
// type names.
func reachable(tables *Tables, m *Mobj, more ...StateID) map[StateID]bool {
	seen := map[StateID]bool{}
	for _, s := range append(more, m.SpawnState, m.SeeState, m.PainState, m.MeleeState, m.MissileState, m.DeathState, m.XDeathState, m.RaiseState) {
		for !seen[s] {
			seen[s] = true
			s = tables.States[s].Next
		}
	}
	return seen
}

// givenStates lists the states that actions and damage set, beyond the type's own.
var givenStates = map[MobjType][]StateID{
	MobjPlayer: {StatePlayAtk2},
	MobjVile:   {StateVileHeal1},
	MobjPuff:   {StatePuff3},
	MobjBlood:  {StateBlood2, StateBlood3},
	MobjRocket: {StateBrainexplode1},
}

func TestThingsStayInTheirStatesNoLongerThanTheirTics(t *testing.T) {
	tables := New()
	pairs, exact := 0, 0
	for _, row := range dataLines(statesSeenData) {
		typ, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		can := reachable(tables, &tables.Mobjs[typ], givenStates[MobjType(typ)]...)
		// A crusher or a lowering ceiling may have crushed the corpse.
		can[StateGibs] = true
		for _, pair := range strings.Fields(row[1]) {
			a, b, _ := strings.Cut(pair, ":")
			state, _ := strconv.Atoi(a)
			tics, _ := strconv.Atoi(b)
			if !can[StateID(state)] {
				t.Errorf("thing %d was seen in state %d, which its type does not lead to", typ, state)
			}
			if have := int(tables.States[state].Tics); have == -1 && tics != -1 || have != -1 && (tics < 0 || tics > have) {
				t.Errorf("state %d was seen with %d tics, the table has %d", state, tics, have)
			}
			if int(tables.States[state].Tics) == tics {
				exact++
			}
			pairs++
		}
	}
	// The traces catch most states in their first tic, which shows the table's figure.
	if pairs < 500 || exact < 1 {
		t.Errorf("%d states, %d of them in their first tic", pairs, exact)
	}
}
