package sim

import (
	"fmt"
	"strings"
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// patchedRoom returns content with the room and a DEHACKED lump on top.
func patchedRoom(t *testing.T, r room, patch string) *Content {
	t.Helper()
	w := &wadtest.WAD{}
	w.AddGraphics()
	w.AddMap("MAP01", r.Map)
	w.Set("DEHACKED", []byte("Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"+patch))
	c, _, err := LoadContent(testwads.NewSet(t, testwads.Open(t, "room.wad", w.Bytes())))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var onePlayer = Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}}

// A weapon whose ready frame raises it again enters itself without end.
func TestAWeaponFrameThatEntersItself(t *testing.T) {
	c := patchedRoom(t, newRoom(), fmt.Sprintf("Pointer 0 (Frame %d)\nCodep Frame = %d\n\nFrame %d\nDuration = 0\n\n",
		info.StatePistol, info.StatePistolup, info.StatePistol))
	if c.Tables.States[info.StatePistol].Action != info.ActRaise {
		t.Fatal("the patch had no effect")
	}
	s := begin(t, c, onePlayer)
	s.run(70)
	if s.stateDepth != 0 {
		t.Errorf("after a tic the depth is %d", s.stateDepth)
	}
	if s.nestedActions < 0 || s.LevelTime != 70 {
		t.Errorf("at tic %d", s.LevelTime)
	}
}

// Things blow each other up and do not die. A limit on depth alone would not end the tic
// in a lifetime.
func TestPainThatHurtsOthers(t *testing.T) {
	var patch strings.Builder
	fmt.Fprintf(&patch, "Thing 2\nHit points = 2000000000\nPain chance = 256\n\n") // former humans
	fmt.Fprintf(&patch, "Pointer 0 (Frame %d)\nCodep Frame = %d\n\n", info.StatePossPain2, info.StateBexp4)
	fmt.Fprintf(&patch, "Frame %d\nDuration = 0\n\n", info.StatePossPain)
	var things []wadtest.Thing
	for i := range 12 {
		things = append(things, wadtest.Thing{X: 300 + 16*i, Y: 128, Angle: 180, Type: 3004, Options: 7})
	}
	c := patchedRoom(t, newRoom(things...), patch.String())
	s := begin(t, c, onePlayer)
	s.run(2)
	humans := s.find(info.MobjPossessed)
	for _, m := range humans {
		s.damageMobj(m, nil, nil, 1)
	}
	if len(humans) != len(things) {
		t.Fatalf("%d of %d were hurt", len(humans), len(things))
	}
	if s.nestedActions < maxNestedActions {
		t.Errorf("only %d nested actions: the patch had no effect", s.nestedActions)
	}
	s.run(10)
}

// A frame of one tic must not be halved: with 0 tics the next frame would start in the
// same tic, and so on round the loop.
func TestFastMonstersKeepFramesOfATic(t *testing.T) {
	var patch strings.Builder
	for i := info.StateSargRun1; i <= info.StateSargPain2; i++ {
		fmt.Fprintf(&patch, "Frame %d\nDuration = 1\n\n", i)
	}
	c := patchedRoom(t, newRoom(), patch.String())
	for i, quick := info.StateSargRun1, c.quick(); i <= info.StateSargPain2; i++ {
		if tics := quick.Tables.States[i].Tics; tics != 1 {
			t.Errorf("frame %d lasts %d tics", i, tics)
		}
	}
}

// Flats outside the markers have numbers too, and a state that contains them is valid.
func TestSnapshotsWithFlatsBehindTheMarkers(t *testing.T) {
	r := newRoom()
	copy(r.Sectors[4:], "NEWFLAT\x00")
	w := &wadtest.WAD{}
	w.AddGraphics()
	w.AddMap("MAP01", r.Map)
	w.Add("NEWFLAT", make([]byte, 4096)...)
	c, _, err := LoadContent(testwads.NewSet(t, testwads.Open(t, "room.wad", w.Bytes())))
	if err != nil {
		t.Fatal(err)
	}
	s := begin(t, c, onePlayer)
	s.run(3)
	if int(s.Sectors[0].FloorPic) < c.Set.FlatCount() {
		t.Fatalf("flat %d stands between the markers", s.Sectors[0].FloorPic)
	}
	var snap Snapshot
	s.Snapshot(&snap)
	if fault := snap.Fault(); fault != "" {
		t.Error(fault)
	}
}
