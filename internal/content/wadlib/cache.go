package wadlib

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// cache remembers the SHA-256 of files by path, size and modification time.
type cache struct {
	old map[string]cached
	now map[string]cached // entries of files that still exist; write saves these
}

type cached struct {
	Size    int64  `json:"size"`
	ModTime int64  `json:"mtime"` // nanoseconds
	ID      string `json:"id"`
}

// readCache reads a cache. An unreadable cache is empty.
func readCache(path string) *cache {
	c := &cache{old: make(map[string]cached), now: make(map[string]cached)}
	if path == "" {
		return c
	}
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, &c.old) != nil {
		c.old = make(map[string]cached)
	}
	return c
}

func (c *cache) lookup(path string, info fs.FileInfo) (id string, ok bool) {
	e, ok := c.old[path]
	if !ok || e.Size != info.Size() || e.ModTime != info.ModTime().UnixNano() || len(e.ID) != 64 {
		return "", false
	}
	return e.ID, true
}

func (c *cache) keep(path string, info fs.FileInfo, id string) {
	c.now[path] = cached{info.Size(), info.ModTime().UnixNano(), id}
}

// write replaces the cache's file atomically.
func (c *cache) write(path string) error {
	if path == "" {
		return nil
	}
	data, err := json.Marshal(c.now)
	if err != nil {
		return fmt.Errorf("write sums: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write sums: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "sums-*")
	if err != nil {
		return fmt.Errorf("write sums: %w", err)
	}
	_, err = tmp.Write(data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return fmt.Errorf("write sums: %w", err)
	}
	return nil
}
