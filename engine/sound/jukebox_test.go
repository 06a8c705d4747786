package sound

import (
	"strings"
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
)

func TestLevelSongs(t *testing.T) {
	for _, c := range []struct {
		mission        info.Mission
		episode, level int
		want           info.MusicID
	}{
		{info.MissionDoom, 1, 1, info.MusicE1m1}, {info.MissionDoom, 1, 9, info.MusicE1m9},
		{info.MissionDoom, 3, 8, info.MusicE3m8},
		{info.MissionUltimate, 4, 1, info.MusicE3m4}, {info.MissionUltimate, 4, 2, info.MusicE3m2},
		{info.MissionUltimate, 4, 4, info.MusicE1m5}, {info.MissionUltimate, 4, 9, info.MusicE1m9},
		{info.MissionDoom2, 1, 1, info.MusicRunnin}, {info.MissionDoom2, 1, 32, info.MusicUltima},
		{info.MissionPlutonia, 1, 15, info.MusicRunni2},
		{info.MissionDoom, 5, 1, info.MusicNone}, {info.MissionDoom, 1, 0, info.MusicNone},
		{info.MissionDoom2, 1, 33, info.MusicNone},
	} {
		if got := LevelSong(c.mission, c.episode, c.level); got != c.want {
			t.Errorf("%s, episode %d, map %d: song %d, want %d", c.mission, c.episode, c.level, got, c.want)
		}
	}
}

func TestSongsAfterLevels(t *testing.T) {
	doom := game(t, content(t, "freedoom1"), 3, 8)
	doom2 := game(t, content(t, "freedoom2"), 1, 30)
	for _, c := range []struct {
		name    string
		g       *sim.Game
		phase   sim.Phase
		stage   sim.FinaleStage
		want    info.MusicID
		looping bool
	}{
		{"level", doom, sim.PhaseLevel, 0, info.MusicE3m8, true},
		{"intermission", doom, sim.PhaseIntermission, 0, info.MusicInter, true},
		{"text", doom, sim.PhaseFinale, sim.FinaleText, info.MusicVictor, true},
		{"bunny", doom, sim.PhaseFinale, sim.FinaleArt, info.MusicBunny, false},
		{"level", doom2, sim.PhaseLevel, 0, info.MusicRunnin + 29, true},
		{"intermission", doom2, sim.PhaseIntermission, 0, info.MusicDm2int, true},
		{"text", doom2, sim.PhaseFinale, sim.FinaleText, info.MusicReadM, true},
		{"cast", doom2, sim.PhaseFinale, sim.FinaleCast, info.MusicEvil, true},
	} {
		c.g.Phase, c.g.Finale.Stage = c.phase, c.stage
		if id, looping := GameSong(c.g); id != c.want || looping != c.looping {
			t.Errorf("%s: song %d (looping %v), want %d", c.name, id, looping, c.want)
		}
	}
}

func TestSongGoesOnIfTheNextIsTheSame(t *testing.T) {
	m := mixer(content(t, "freedoom2"))
	m.Play(info.MusicRunnin, true)
	pcm := make([]int16, 2*48000)
	m.Mix(pcm)
	at, _ := m.player.Next()
	m.Play(info.MusicRunnin, true)
	if again, _ := m.player.Next(); again != at {
		t.Errorf("the event due at %d is now due at %d", at, again)
	}
	m.Play(info.MusicStalks, true)
	if again, ok := m.player.Next(); !ok || again > m.player.Now()+2_000_000 || again == at {
		t.Errorf("the other song begins at %d, %v", again, ok)
	}
	m.Play(info.MusicNone, true)
	if _, playing := m.player.Next(); playing {
		t.Error("no song still plays")
	}
}

// The samples made are the music's time, at any rate and across a change of rate.
func TestMusicKeepsTime(t *testing.T) {
	m := mixer(content(t, "freedoom2"))
	m.Play(info.MusicRunnin, true)
	pcm := make([]int16, 2*48000)
	m.Mix(pcm)
	m.SetRate(11025)
	m.Mix(pcm[:2*11025])
	if off := m.player.Now() - 2*microseconds; off < -100 || off > 100 {
		t.Errorf("after two seconds it is %d", m.player.Now())
	}
	m.player.SetPaused(true)
	m.Mix(pcm)
	m.player.SetPaused(false)
	m.Mix(pcm[:2*11025])
	if off := m.player.Now() - 3*microseconds; off < -200 || off > 200 {
		t.Errorf("after another one and a pause it is %d", m.player.Now())
	}
}

func TestTitleUsesTheChipsSong(t *testing.T) {
	m := mixer(content(t, "freedoom1"))
	m.Play(info.MusicIntro, false)
	if m.song != info.MusicIntroa {
		t.Errorf("song %d", m.song)
	}
}

func TestWADsMayLackMusic(t *testing.T) {
	none := content(t, "freedoom2", &wadtest.WAD{Lumps: []wadtest.Lump{{Name: "D_RUNNIN", Data: []byte("noise")}}})
	m := mixer(none)
	m.Play(info.MusicRunnin, true)
	if err := m.Err(); err == nil || !strings.Contains(err.Error(), "D_RUNNIN") {
		t.Errorf("a broken song is %v", err)
	}
	silent := mixer(content(t, "freedoom2", &wadtest.WAD{Lumps: []wadtest.Lump{{Name: "GENMIDI", Data: []byte("noise")}}}))
	if err := silent.Err(); err == nil || !strings.Contains(err.Error(), "GENMIDI") {
		t.Errorf("broken instruments are %v", err)
	}
	pcm := make([]int16, 2000)
	silent.Play(info.MusicStalks, true)
	silent.Mix(pcm)
	silent.Start(info.SoundPistol)
	silent.Mix(pcm)
	if l, r := loudest(pcm); l < 500 || r < 500 {
		t.Errorf("without instruments effects are %d, %d loud", l, r)
	}
}
