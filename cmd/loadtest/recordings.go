package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// recordPieces is the number of pieces in which a recorded session is played.
const recordPieces = 20

// record plays a game of s.tics tics within took, and leaves count recordings of it.
func (p *program) record(ctx context.Context, s settings, took time.Duration, count int) (ids []string, err error) {
	players, err := launch(ctx, p.addr)
	if err != nil {
		return nil, err
	}
	g := newGame(players)
	// The referee takes snapshots by the clock, so spread the tics over time.
	pause := time.NewTicker(took / recordPieces)
	defer pause.Stop()
	for range recordPieces {
		if err := g.rush(s.inFlight, s.tics/recordPieces); err != nil {
			return nil, err
		}
		<-pause.C
	}
	if err := p.stopGame(ctx); err != nil {
		return nil, err
	}
	for _, c := range players {
		_ = c.nc.Close()
	}
	first, err := p.recording(ctx)
	if err != nil {
		return nil, err
	}
	ids = []string{first}
	dir := filepath.Join(p.home, "data", "doomhost", "replays")
	data, err := os.ReadFile(filepath.Join(dir, first+".dhr"))
	if err != nil {
		return nil, err
	}
	for n := 1; n < count; n++ {
		ids = append(ids, fmt.Sprintf("20200101-00000%d", n))
		if err := os.WriteFile(filepath.Join(dir, ids[n]+".dhr"), data, 0o644); err != nil {
			return nil, err
		}
	}
	fmt.Printf("%d recordings of %d tics, %.1f MB each\n", count, g.next, float64(len(data))/1e6)
	return ids, nil
}

// awaitSnapshot calls play until the game has its first snapshot. The referee lags behind
// tics that come faster than a game's.
func (p *program) awaitSnapshot(ctx context.Context, play func()) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.addr+"/api/session/snapshot", http.NoBody)
		if err != nil {
			return err
		}
		code, _ := fetchPage(ctx, http.DefaultClient, req, false)
		switch {
		case code == http.StatusOK:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("wait for the game's snapshot: %w", ctx.Err())
		}
		play()
	}
}

// recording waits until the recorder, which lags, has finished the last session, and
// returns its id.
func (p *program) recording(ctx context.Context) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		var list struct {
			Replays []struct {
				ID      string
				Running bool
			}
		}
		if err := p.get("/api/replays", &list); err != nil {
			return "", err
		}
		if len(list.Replays) > 0 && !list.Replays[0].Running {
			return list.Replays[0].ID, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return "", fmt.Errorf("wait for the recording: %w", ctx.Err())
		}
	}
}

// get reads JSON from the program at path.
func (p *program) get(path string, into any) error {
	resp, err := http.Get("http://" + p.addr + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// enginePath returns the path of the client's engine.
func (p *program) enginePath() (string, error) {
	var manifest struct{ Files map[string]string }
	if err := p.get("/manifest.json", &manifest); err != nil {
		return "", err
	}
	if manifest.Files["wasm"] == "" {
		return "", errors.New("the host's manifest names no engine")
	}
	return manifest.Files["wasm"], nil
}

// stopGame ends the game as the host's page does.
func (p *program) stopGame(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+"/api/control/stop", http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("end the game: %w", err)
	}
	return resp.Body.Close()
}
