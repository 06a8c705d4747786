package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"doomhost/lockstep"
)

// floodPiece is the number of tics between two checks of the time.
const floodPiece = 20_000

// flood measures the tics a second of the bare barrier, the relay alone and the program,
// one after the other.
func flood(ctx context.Context, s settings) error {
	alone := s
	alone.alone = true
	var floor, relay, whole float64
	var err error
	if floor, err = s.floodOf(ctx, "bare TCP barrier", bareGame); err != nil {
		return err
	}
	if relay, err = s.floodOf(ctx, "relay alone", alone.serveGame); err != nil {
		return err
	}
	if whole, err = s.floodOf(ctx, s.host, s.serveGame); err != nil {
		return err
	}
	fmt.Printf("%s plays %.2f times the tics of the relay alone, %.2f times those of the bare barrier\n", s.host, whole/relay, whole/floor)
	return nil
}

// floodOf measures the server that start starts.
func (s settings) floodOf(ctx context.Context, name string, start func(context.Context) (*child, *game, error)) (rate float64, err error) {
	h, g, err := start(ctx)
	if err != nil {
		return 0, err
	}
	defer h.stop()
	if err := g.rush(s.inFlight, floodPiece); err != nil {
		return 0, err
	}
	before, begin, first := h.shares(), time.Now(), g.next
	for time.Since(begin) < s.duration && ctx.Err() == nil {
		if err := g.rush(s.inFlight, floodPiece); err != nil {
			return 0, err
		}
	}
	took, tics, used := time.Since(begin), float64(g.next-first), h.shares()
	rate = tics / took.Seconds()
	each := func(a, b time.Duration) float64 { return float64((b - a).Microseconds()) / tics }
	fmt.Printf("%s: %.0f tics in %v: %.0f tics/s, %.1f µs of its CPU a tic", name, tics, took.Round(time.Millisecond), rate, each(before.all, used.all))
	if used.referee > 0 {
		fmt.Printf(" (referee %.1f, recorder %.1f)", each(before.referee, used.referee), each(before.recorder, used.recorder))
	}
	fmt.Printf(", %.1f MB\n", float64(h.memory())/1e6)
	if used.referee > 0 {
		frontier := g.next
		_, err = g.paceWhile(ctx, func() error { return showReferee(ctx, h, frontier) })
		return rate, err
	}
	return rate, nil
}

// shares is a server's processor time, in total and of the threads that follow its game.
type shares struct{ all, referee, recorder time.Duration }

// since formats the shares of one core since before.
func (s shares) since(before shares, took time.Duration) string {
	of := func(a, b time.Duration) float64 { return 100 * (b - a).Seconds() / took.Seconds() }
	text := fmt.Sprintf("%.1f %% of a core", of(before.all, s.all))
	if s.referee > 0 {
		text += fmt.Sprintf(" (referee %.2f, recorder %.2f)", of(before.referee, s.referee), of(before.recorder, s.recorder))
	}
	return text
}

func (c *child) shares() shares { return shares{c.cpu(), c.cpuOf("referee"), c.cpuOf("recorder")} }

// showReferee prints how far the referee is behind after a flood, and how long it takes to
// catch up while the game goes on. frontier is the end of the flood.
func showReferee(ctx context.Context, h *child, frontier lockstep.Tic) error {
	begin, first := time.Now(), lockstep.Tic(0)
	for looks := 0; ; looks++ {
		at, err := refereeTic(ctx, h.addr)
		if err != nil {
			return err
		}
		if looks == 0 {
			first = at
		}
		if at+lockstep.TicRate > frontier {
			fmt.Printf("  the referee was %d tics behind, and at the frontier %.1f s later\n", frontier-min(first, frontier), time.Since(begin).Seconds())
			return nil
		}
		if time.Since(begin) > time.Minute {
			fmt.Printf("  the referee was %d tics behind, and is still %d behind a minute later\n", frontier-first, frontier-at)
			return nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// refereeTic returns the referee's next tic.
func refereeTic(ctx context.Context, addr string) (lockstep.Tic, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/api/session/score", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, fmt.Errorf("get the score: %w", err)
	}
	defer resp.Body.Close()
	var score struct {
		Tic lockstep.Tic `json:"tic"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&score); err != nil {
		return 0, fmt.Errorf("read the score: %w", err)
	}
	return score.Tic, nil
}
