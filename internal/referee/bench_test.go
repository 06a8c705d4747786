package referee

import (
	"log/slog"
	"testing"
	"time"

	"doomhost/internal/room"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// BenchmarkTic measures the cost of the referee for one tic of four players: the
// simulation, the hash, and one snapshot each ten seconds. It also reports the size of a
// snapshot.
func BenchmarkTic(b *testing.B) {
	lib := library(b)
	wad, ok := lib.Default()
	if !ok {
		b.Fatal("no game in the library")
	}
	params := wire.Params{WAD: wad.Name, WADID: wad.ID, Episode: 1, Map: 1, Skill: 4, Mode: wire.ModeCoop}
	r := New(Config{Library: lib, Build: "test", Log: slog.New(slog.DiscardHandler), SnapshotTime: -1})
	content, err := r.load(&params)
	if err != nil {
		b.Fatal(err)
	}
	log := relay.NewLog(nil)
	first := lockstep.Bundle{InGame: lockstep.AllSlots}
	if err := log.Append(&first); err != nil {
		b.Fatal(err)
	}
	m, err := newMatch(r, &room.Game{Params: params, Log: log}, content)
	if err != nil {
		b.Fatal(err)
	}
	snapshot := time.Duration(0)
	b.ReportAllocs()
	b.ResetTimer()
	for tic := range lockstep.Tic(b.N) {
		bundle := lockstep.Bundle{Tic: tic, InGame: lockstep.AllSlots, Filled: lockstep.AllSlots}
		for slot := range bundle.Cmds {
			bundle.Cmds[slot] = lockstep.Ticcmd{Forward: 50, AngleTurn: int16(tic%64)*32 - 512, Buttons: byte(tic >> 4 & 3)}
		}
		begin := time.Now()
		if err := m.step(lockstep.AppendBundle(nil, &bundle)); err != nil {
			b.Fatal(err)
		}
		if m.next%snapshotTics == 0 {
			snapshot = time.Since(begin)
		}
	}
	b.StopTimer()
	if s, ok := m.newest(); ok {
		b.ReportMetric(float64(len(s.Packed)), "B/snapshot")
		b.ReportMetric(float64(len(m.state)), "B/state")
		b.ReportMetric(float64(snapshot.Microseconds()), "µs/snapshot")
	}
}
