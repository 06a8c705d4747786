package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// flooding is a flood of one kind of request, from several addresses in turn.
type flooding struct {
	ask
	st      *stage
	clients []*http.Client
	rate    int // requests a second

	mu    sync.Mutex // guards all following fields
	codes codes
	bytes int64
}

// flooding prepares a flood from these addresses.
func (st *stage) flooding(a ask, from []string, rate int) *flooding {
	f := &flooding{ask: a, st: st, rate: max(1, rate), codes: make(codes)}
	for _, ip := range from {
		f.clients = append(f.clients, clientFrom(ip, 128/len(from)+8))
	}
	return f
}

// clientFrom returns an HTTP client with this local address.
func clientFrom(ip string, conns int) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	return &http.Client{Transport: &http.Transport{
		DialContext: d.DialContext, MaxConnsPerHost: conns, MaxIdleConnsPerHost: conns, DisableCompression: true,
	}}
}

func (f *flooding) answers() string { return fmt.Sprintf("%v, %.1f MB", f.codes, float64(f.bytes)/1e6) }

func (f *flooding) count(code int, size int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.codes[code]++
	f.bytes += size
}

// run sends requests for d, or until ctx is done. It sends each second's requests at once
// at the beginning of the second, and does not wait for the answers.
func (f *flooding) run(ctx context.Context, d time.Duration) {
	var all sync.WaitGroup
	defer func() {
		all.Wait()
		for _, c := range f.clients {
			c.CloseIdleConnections()
		}
	}()
	one := f.request
	if len(f.texts) > 0 && !f.once {
		talkers, err := f.talkers(ctx)
		if err != nil {
			f.count(0, 0)
			return
		}
		one = func(ctx context.Context, n int) { talkers[n%len(talkers)].say(ctx, f, n) }
	}
	if f.once {
		one = f.connect
	}
	pace := time.NewTicker(time.Second)
	defer pace.Stop()
	for n := range int(time.Duration(f.rate) * d / time.Second) {
		if n > 0 && n%f.rate == 0 {
			select {
			case <-pace.C:
			case <-ctx.Done():
				return
			}
		}
		all.Go(func() { one(ctx, n) })
	}
}

func (f *flooding) url(scheme string, n int) string {
	path := strings.Replace(f.path, "ID", f.st.ids[n%len(f.st.ids)], 1)
	path = strings.Replace(strings.Replace(path, "WAD", f.st.largest(), 1), "ENGINE", f.st.engine, 1)
	path = strings.Replace(path, "CHOICE", f.st.choice(n).query(), 1)
	path = strings.Replace(path, "END", strconv.Itoa(f.st.recorded), 1)
	path = strings.Replace(path, "LATE", strconv.Itoa(max(0, f.st.recorded-5000)), 1)
	return scheme + "://" + f.st.addr + path
}

// request sends the n-th request and reads the answer. If slowly is set, it reads only the
// beginning and then waits until ctx is done.
func (f *flooding) request(ctx context.Context, n int) {
	method, _, _ := strings.Cut(f.pattern, " ")
	var body io.Reader = http.NoBody
	if f.body > 0 {
		body = bytes.NewReader(make([]byte, f.body))
	}
	req, err := http.NewRequestWithContext(ctx, method, f.url("http", n), body)
	if err != nil {
		f.count(0, 0)
		return
	}
	if !f.plain {
		req.Header.Set("Accept-Encoding", "gzip")
	}
	if f.bearer {
		req.Header.Set("Authorization", "Bearer "+f.st.host.players[0].token)
	}
	f.count(fetchPage(ctx, f.clients[n%len(f.clients)], req, f.slowly))
}

// fetchPage sends a request and returns the answer's status and the number of bytes
// received.
func fetchPage(ctx context.Context, client *http.Client, req *http.Request, slowly bool) (code int, size int64) {
	resp, err := client.Do(req)
	if err != nil {
		return 0, 0
	}
	defer resp.Body.Close()
	if slowly && resp.StatusCode == http.StatusOK {
		size, _ = io.CopyN(io.Discard, resp.Body, 64<<10)
		<-ctx.Done()
		return resp.StatusCode, size
	}
	size, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, size
}

// text returns the n-th text.
func (f *flooding) text(n int) string {
	text := f.texts[n%len(f.texts)]
	if strings.Contains(text, `"t":"offer"`) {
		return f.st.offer
	}
	text = strings.Replace(text, "CHOICE", f.st.choice(n).json(), 1)
	return strings.Replace(text, "FRONTIER", strconv.Itoa(int(f.st.host.next.Load())), 1)
}

// connect opens a WebSocket, sends all texts, reads up to two messages and disconnects
// without a close frame.
func (f *flooding) connect(ctx context.Context, n int) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	ws, resp, err := websocket.Dial(ctx, f.url("ws", n), &websocket.DialOptions{HTTPClient: f.clients[n%len(f.clients)]})
	code := 0
	if resp != nil {
		code = resp.StatusCode
	}
	if err != nil {
		f.count(code, 0)
		return
	}
	defer func() { _ = ws.CloseNow() }() // without a close frame
	ws.SetReadLimit(1 << 20)
	size := 0
	for i := range f.texts {
		err = errors.Join(err, ws.Write(ctx, websocket.MessageText, []byte(f.text(i))))
	}
	for i := 0; i < 2 && err == nil; i++ { // a greeting, and an answer
		var b []byte
		_, b, err = ws.Read(ctx)
		size += len(b)
	}
	f.count(code, int64(size))
}

// talker is a lobby connection that repeats one message.
type talker struct {
	ws *websocket.Conn
}

// talkers opens one connection for each address, or returns the players'.
func (f *flooding) talkers(ctx context.Context) (list []talker, err error) {
	if f.players {
		for _, p := range f.st.host.players {
			list = append(list, talker{p.lobby})
		}
		return list, nil
	}
	for _, c := range f.clients {
		ws, _, err := websocket.Dial(ctx, f.url("ws", 0), &websocket.DialOptions{HTTPClient: c})
		if err != nil {
			return nil, err
		}
		ws.SetReadLimit(1 << 20)
		context.AfterFunc(ctx, func() { _ = ws.CloseNow() })
		go func() {
			for {
				_, b, err := ws.Read(ctx)
				if err != nil {
					return
				}
				f.mu.Lock()
				f.bytes += int64(len(b))
				f.mu.Unlock()
			}
		}()
		list = append(list, talker{ws})
	}
	return list, nil
}

func (t talker) say(ctx context.Context, f *flooding, n int) {
	code := http.StatusSwitchingProtocols
	if f.players {
		ctx = context.WithoutCancel(ctx) // its end would close a connection that others need
	}
	if t.ws.Write(ctx, websocket.MessageText, []byte(f.text(n))) != nil {
		code = 0
	}
	f.count(code, 0)
}

// visit opens the page from another address, again and again, and returns the longest time
// that this took.
func visit(ctx context.Context, addr string) (longest time.Duration) {
	client := clientFrom("127.0.0.30", 6)
	for ctx.Err() == nil {
		client.CloseIdleConnections() // each visit opens a new connection
		begin := time.Now()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/", http.NoBody)
		if err != nil {
			return 0
		}
		if code, _ := fetchPage(ctx, client, req, false); code == http.StatusOK || ctx.Err() != nil {
			longest = max(longest, time.Since(begin))
		}
		time.Sleep(200 * time.Millisecond)
	}
	return longest
}
