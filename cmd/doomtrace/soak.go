package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/lockstep"
)

// soakFlags are what a soak test is told.
type soakFlags struct {
	length time.Duration // of game time
	seed   uint64
	out    string
}

func (s *soakFlags) register(f *pflag.FlagSet) {
	f.DurationVar(&s.length, "soak", 0, "play random games for this much game `time` (such as 1h) beside twins that must not differ")
	f.Uint64Var(&s.seed, "seed", 1, "with --soak: the `number` that all chance comes from")
	f.StringVar(&s.out, "soak-out", ".", "with --soak: the `folder` for the tic log of a game that differs")
}

const (
	// soakTics is how long a game lasts: a minute.
	soakTics = 60 * sim.TicRate
	// soakRestores: the one twin is restored once in so many tics on average.
	soakRestores = 60
	// soakExits: a level is ended once in so many tics on average.
	soakExits = 3000
)

// soakGame is one game of a soak test.
type soakGame struct {
	iwad, mapName string
	content       *sim.Content
	params        sim.Params
	seed          uint64
}

// soakCount is what was played, by all workers.
type soakCount struct {
	games, tics, restores, joins, exits atomic.Int64
}

// soakRun is a game that was played, and what went wrong in it.
type soakRun struct {
	game  soakGame
	err   error
	log   []byte
	exits []int
}

// runSoak plays the games; equal is false when a twin differed.
func (o *options) runSoak(stdout, stderr io.Writer) (equal bool, err error) {
	games, err := o.soakGames(stderr)
	if err != nil {
		return false, err
	}
	jobs := o.jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	total := int(o.soak.length.Seconds() * sim.TicRate / soakTics)
	total = max(total, 1)

	var (
		count   soakCount
		next    atomic.Int64
		workers sync.WaitGroup
		once    sync.Once
		fault   *soakRun
		stop    atomic.Bool
	)
	for range jobs {
		workers.Go(func() {
			for !stop.Load() {
				n := int(next.Add(1)) - 1
				if n >= total {
					return
				}
				f := &soakRun{game: soakGameAt(games, n, o.soak.seed)}
				if playSoak(f, &count); f.err != nil {
					once.Do(func() { fault = f })
					stop.Store(true)
				}
			}
		})
	}
	start := time.Now()
	finished := make(chan struct{})
	go func() { workers.Wait(); close(finished) }()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for running := true; running; {
		select {
		case <-ticker.C:
			fmt.Fprintf(stderr, "doomtrace: %d of %d games, %s of game time\n", count.games.Load(), total, count.gameTime())
		case <-finished:
			running = false
		}
	}
	if fault != nil {
		return false, fault.report(stdout, o.soak.out)
	}
	fmt.Fprintf(stdout, "no difference: %d games on %d maps, %s of game time (%d tics), %d restores, %d joins and leaves, %d levels ended; %s, seed %d\n",
		count.games.Load(), countMaps(games, total, o.soak.seed), count.gameTime(), count.tics.Load(), count.restores.Load(), count.joins.Load(), count.exits.Load(),
		time.Since(start).Round(time.Second), o.soak.seed)
	return true, nil
}

func (c *soakCount) gameTime() time.Duration {
	return (time.Duration(c.tics.Load()) * time.Second / sim.TicRate).Round(time.Second)
}

// soakGames are co-op and deathmatch on every map of Freedoom's three games.
func (o *options) soakGames(stderr io.Writer) (games []soakGame, err error) {
	dir := filepath.Dir(o.iwad)
	if o.iwad == "" {
		dir = "/usr/share/games/doom"
	}
	for _, iwad := range [...]string{"freedoom1", "freedoom2", "freedm"} {
		content, err := loadContent([]string{filepath.Join(dir, iwad+".wad")}, nil, stderr)
		if err != nil {
			return nil, err
		}
		for episode := 1; episode <= 4; episode++ {
			if episode > 1 && content.Mission >= info.MissionDoom2 {
				break
			}
			for number := 1; number <= 32; number++ {
				name := content.MapName(episode, number)
				if _, ok := content.Set.Find(name); !ok {
					continue
				}
				g := soakGame{iwad: iwad, mapName: name, content: content, params: sim.Params{
					Episode: episode, Map: number, NetGame: true, Players: [sim.MaxPlayers]bool{true, true, true, true},
				}}
				games = append(games, g)
				g.params.Deathmatch = 1
				games = append(games, g)
			}
		}
	}
	if len(games) == 0 {
		return nil, errors.New("the WADs have no maps")
	}
	return games, nil
}

// soakGameAt is the n-th game of a soak test: all of them in an order by chance,
// then all in another one, each time with other skills and other players.
func soakGameAt(games []soakGame, n int, seed uint64) soakGame {
	order := rand.New(rand.NewPCG(seed, uint64(n/len(games)))).Perm(len(games))
	g := games[order[n%len(games)]]
	rng := rand.New(rand.NewPCG(seed, uint64(n)<<32|1))
	g.seed = rng.Uint64()
	g.params.Skill = rng.IntN(5)
	if g.params.Deathmatch != 0 {
		g.params.Deathmatch += rng.IntN(2)
	}
	g.params.Overruns = rng.IntN(4) == 0
	return g
}

// countMaps is on how many maps the first n games are.
func countMaps(games []soakGame, n int, seed uint64) int {
	maps := make(map[string]bool)
	for i := range min(n, len(games)) {
		g := soakGameAt(games, i, seed)
		maps[g.iwad+g.mapName] = true
	}
	return len(maps)
}

// playSoak plays f's game to its end, or until a twin differs: f.err says so.
func playSoak(f *soakRun, count *soakCount) {
	g := &f.game
	twins, err := trace.NewTwins(g.content, g.params)
	if err != nil {
		f.err = err
		return
	}
	defer count.games.Add(1)
	rng := rand.New(rand.NewPCG(g.seed, 2))
	bots := trace.NewBots(g.seed)
	mask := lockstep.AllSlots
	for n := range soakTics {
		if rng.IntN(soakRestores) == 0 {
			if f.err = twins.Restore(); f.err != nil {
				return
			}
			count.restores.Add(1)
		}
		if rng.IntN(soakExits) == 0 && twins.Game.Phase == sim.PhaseLevel {
			twins.ExitLevel()
			f.exits = append(f.exits, n)
			count.exits.Add(1)
		}
		tic := bots.Tic(twins.Game)
		if tic.Mask != mask {
			mask = tic.Mask
			count.joins.Add(1)
		}
		f.log = lockstep.AppendBundle(f.log, &lockstep.Bundle{Tic: lockstep.Tic(n), InGame: tic.Mask, Cmds: tic.Cmds})
		if err := twins.Tic(&tic); err != nil {
			var differs *trace.TwinDifference
			if errors.As(err, &differs) {
				f.err = err
			}
			return // else there is no next map
		}
		count.tics.Add(1)
	}
}

// report tells the game that differs, keeps its tic log, and says how to play it
// again.
func (f *soakRun) report(stdout io.Writer, dir string) error {
	g := &f.game
	fmt.Fprintf(stdout, "DIFFERS %s %s, skill %d, deathmatch %d, seed %d: %v\n",
		g.iwad, g.mapName, g.params.Skill+1, g.params.Deathmatch, g.seed, f.err)
	path := filepath.Join(dir, "soak-"+g.iwad+"-"+strings.ToLower(g.mapName)+"-"+strconv.FormatUint(g.seed, 16)+".ticlog")
	if err := os.WriteFile(path, f.log, 0o644); err != nil {
		return err
	}
	more := ""
	for _, tic := range f.exits {
		more += " --exit-at " + strconv.Itoa(tic)
	}
	if g.params.Overruns {
		more += " --overruns"
	}
	fmt.Fprintf(stdout, "play it again: doomtrace --iwad %s.wad --ticlog %s --episode %d --map %d --skill %d --deathmatch %d --players 0,1,2,3%s --twins 1\n",
		g.iwad, path, g.params.Episode, g.params.Map, g.params.Skill+1, g.params.Deathmatch, more)
	return nil
}
