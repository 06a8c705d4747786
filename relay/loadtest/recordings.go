package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A recorded session is played in so many pieces, over so long.
const (
	recordPieces = 20
	recordTime   = 25 * time.Second
)

// record plays a game of an hour, and leaves so many recordings of it.
func (p *program) record(ctx context.Context, s settings, count int) (ids []string, err error) {
	players, err := launch(ctx, p.addr)
	if err != nil {
		return nil, err
	}
	g := newGame(players)
	// The referee keeps a snapshot now and then, by the clock.
	pause := time.NewTicker(recordTime / recordPieces)
	defer pause.Stop()
	for range recordPieces {
		if err := g.rush(s.inFlight, s.tics/recordPieces); err != nil {
			return nil, err
		}
		<-pause.C
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+"/api/control/stop", http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	for _, c := range players {
		_ = c.nc.Close()
	}
	dir := filepath.Join(p.home, "data", "doomhost", "replays")
	for size, last := int64(0), int64(-1); size != last || size == 0; {
		time.Sleep(2 * time.Second) // the recorder is behind
		last = size
		paths, err := filepath.Glob(filepath.Join(dir, "*.dhr"))
		if err != nil || len(paths) == 0 {
			return nil, errors.Join(err, errors.New("nothing was recorded"))
		}
		info, err := os.Stat(paths[0])
		if err != nil {
			return nil, err
		}
		size = info.Size()
		ids = []string{strings.TrimSuffix(filepath.Base(paths[0]), ".dhr")}
	}
	data, err := os.ReadFile(filepath.Join(dir, ids[0]+".dhr"))
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

// get reads the JSON that the program answers at path.
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

// wad is the id of the largest WAD.
func (p *program) wad() (string, error) {
	var list struct {
		WADs []struct {
			ID   string
			Size int64
		}
	}
	if err := p.get("/api/wads", &list); err != nil {
		return "", err
	}
	id, size := "", int64(0)
	for _, w := range list.WADs {
		if w.Size > size {
			id, size = w.ID, w.Size
		}
	}
	if id == "" {
		return "", errors.New("the host has no WAD")
	}
	return id, nil
}

// enginePath is where the client's engine lies.
func (p *program) enginePath() (string, error) {
	var manifest map[string]any
	if err := p.get("/manifest.json", &manifest); err != nil {
		return "", err
	}
	for _, v := range manifest {
		if path, ok := v.(string); ok && strings.HasSuffix(path, ".wasm") {
			return strings.TrimPrefix(path, "/"), nil
		}
	}
	return "", errors.New("the host's manifest names no engine")
}
