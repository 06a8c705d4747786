package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// raw is a WebSocket without a library. It reads and writes whole frames.
type raw struct {
	nc  net.Conn
	buf []byte
	got []byte // received bytes that take has not consumed

	token string          // a player's token, the proof that it owns the slot
	lobby *websocket.Conn // a player's lobby connection; nil for others
}

// dial opens a WebSocket at path, or a plain connection if path is empty.
func dial(addr, path string) (*raw, error) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c := &raw{nc: nc, buf: make([]byte, 4096)}
	if path == "" {
		return c, nil
	}
	fmt.Fprintf(nc, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path, addr)
	for {
		n, err := nc.Read(c.buf[len(c.got):])
		if err != nil {
			return nil, fmt.Errorf("shake hands: %w", err)
		}
		c.got = c.buf[:len(c.got)+n]
		head, rest, found := bytes.Cut(c.got, []byte("\r\n\r\n"))
		if !found {
			continue
		}
		resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(append(head, "\r\n\r\n"...))), nil)
		if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, fmt.Errorf("shake hands: %q", head)
		}
		c.got = append([]byte(nil), rest...)
		return c, nil
	}
}

var errClosed = errors.New("the host closed the connection")

// read passes each received bundle to take, and waits if there is none. It answers pings.
func (c *raw) read(take func(frame []byte)) error {
	for {
		if took, err := c.take(take); took || err != nil {
			return err
		}
		n, err := c.nc.Read(c.room())
		if err != nil {
			return err
		}
		c.got = c.buf[:len(c.got)+n]
	}
}

// room moves unconsumed bytes to the front of the buffer and returns the free rest.
func (c *raw) room() []byte {
	kept := copy(c.buf, c.got)
	c.got = c.buf[:kept]
	return c.buf[kept:]
}

// take passes the received bundles on, and reports whether there were any.
func (c *raw) take(take func(frame []byte)) (took bool, err error) {
	for len(c.got) >= 2 {
		size := 2 + int(c.got[1]&127)
		if len(c.got) < size {
			break
		}
		switch frame := c.got[:size]; frame[0] & 15 {
		case 2:
			take(frame)
			took = true
		case 8:
			return took, errClosed
		case 9:
			if _, err := c.nc.Write([]byte{0x8a, 0x80, 0, 0, 0, 0}); err != nil {
				return took, err
			}
		}
		c.got = c.got[size:]
	}
	return took, nil
}

// launch starts a game of four players and opens their tic channels.
func launch(ctx context.Context, addr string) ([]*raw, error) {
	var lobbies []*websocket.Conn
	for range lockstep.NumSlots {
		ws, _, err := websocket.Dial(ctx, "ws://"+addr+"/ws/lobby", nil)
		if err != nil {
			return nil, err
		}
		ws.SetReadLimit(1 << 20)
		lobbies = append(lobbies, ws)
		if _, err := await(ctx, ws, "welcome"); err != nil {
			return nil, err
		}
	}
	if err := lobbies[0].Write(ctx, websocket.MessageText, []byte(`{"t":"start"}`)); err != nil {
		return nil, err
	}
	var players []*raw
	for i, ws := range lobbies {
		token, err := await(ctx, ws, "launch")
		if err != nil {
			return nil, err
		}
		c, err := dial(addr, fmt.Sprintf("/ws/game?slot=%d", i))
		if err != nil {
			return nil, err
		}
		c.token, c.lobby = token, ws
		players = append(players, c)
		go func() {
			// The lobby keeps sending, so read its messages.
			for {
				if _, _, err := ws.Read(ctx); err != nil {
					return
				}
			}
		}()
	}
	return players, nil
}

// await reads messages up to one with this name and returns its token.
func await(ctx context.Context, ws *websocket.Conn, name string) (token string, err error) {
	for {
		_, b, err := ws.Read(ctx)
		if err != nil {
			return "", err
		}
		var m struct{ T, Token string }
		if err := json.Unmarshal(b, &m); err != nil {
			return "", err
		}
		if m.T == name {
			return m.Token, nil
		}
	}
}

// sample is a set of durations.
type sample []time.Duration

// String formats the percentiles in microseconds or milliseconds.
func (s sample) String() string {
	if len(s) == 0 {
		return "nothing measured"
	}
	slices.Sort(s)
	at := func(p float64) time.Duration {
		return s[min(len(s)-1, int(float64(len(s))*p))].Round(time.Microsecond)
	}
	return fmt.Sprintf("p50 %v  p99 %v  p99.9 %v  max %v  (%d)", at(0.5), at(0.99), at(0.999), s[len(s)-1].Round(time.Microsecond), len(s))
}

func (s sample) p(p float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	slices.Sort(s)
	return s[min(len(s)-1, int(float64(len(s))*p))]
}
