package main

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"doomhost/relay/wire"
	rtc "doomhost/signal"
)

// ask is one kind of request that strangers send to the host in a flood.
type ask struct {
	pattern string // the pattern in the host's mux
	// path is the path of a request or a WebSocket. ID stands for a recording, in turn, END
	// and LATE for tics of it, WAD for a WAD's id, ENGINE for the client's engine, and
	// CHOICE for a playable choice that differs each time.
	path   string
	plain  bool // accepts no compression
	slowly bool // reads only the beginning of the answer
	bearer bool // sends the token of slot 0
	body   int  // the size of the request's body
	want   int  // the status within the limits
	// texts are messages that a WebSocket sends in turn, instead of one request each.
	// FRONTIER stands for the current tic.
	texts []string
	// once is set if each connection sends all texts and closes.
	once bool
	// players is set if the players send the texts on their lobby connections.
	players bool
}

// name returns the name for the report.
func (a *ask) name() string {
	text := a.path
	switch {
	case a.players:
		text += " players"
	case a.slowly:
		text += " slowly"
	case a.plain:
		text += " unpacked"
	case a.bearer:
		text += " with its token"
	}
	if len(a.texts) > 0 {
		verb, _, _ := strings.Cut(strings.TrimPrefix(a.texts[len(a.texts)-1], `{"t":"`), `"`)
		text += " " + verb
	}
	return text
}

// asks returns all kinds of requests that strangers can send: at least one for each pattern
// of the host's mux, and one for each lobby message.
func asks() []ask {
	get := func(pattern, path string) ask { return ask{pattern: "GET " + pattern, path: path, want: http.StatusOK} }
	with := func(a ask, change func(*ask)) ask { change(&a); return a }
	slowly := func(a *ask) { a.slowly = true }
	plain := func(a *ask) { a.plain = true }
	status := func(code int) func(*ask) { return func(a *ask) { a.want = code } }
	post := func(path string, want int) ask { return ask{pattern: "POST " + path, path: path, want: want} }
	socket := func(path string, once bool, texts ...string) ask {
		pattern, _, _ := strings.Cut(path, "?")
		return ask{pattern: "GET " + pattern, path: path, want: http.StatusSwitchingProtocols, once: once, texts: texts}
	}
	state := post("/api/session/state", http.StatusForbidden)
	state.path, state.body = state.path+"?slot=0", 1<<20
	list := []ask{
		get("/api/replays/{id}/tics", "/api/replays/ID/tics?from=0&count=1"),
		get("/api/replays/{id}/tics", "/api/replays/ID/tics?from=LATE&count=4096"),
		get("/api/replays/{id}/snapshot", "/api/replays/ID/snapshot?tic=END"),
		with(get("/api/replays/{id}/snapshot", "/api/replays/ID/snapshot?tic=END"), plain),
		get("/api/replays/{file}", "/api/replays/ID"),
		get("/api/replays/{file}", "/api/replays/ID.lmp"),
		with(get("/api/replays/{file}", "/api/replays/ID.dhr"), slowly),
		get("/api/replays", "/api/replays"),
		get("/api/session/snapshot", "/api/session/snapshot"),
		with(get("/api/session/snapshot", "/api/session/snapshot"), plain),
		get("/api/session/score", "/api/session/score"),
		get("/api/info", "/api/info"),
		get("/api/wads", "/api/wads"),
		with(get("/wads/{id}", "/wads/WAD"), slowly),
		get("/api/qr", "/api/qr?format=png"),
		get("/api/check", "/api/check?CHOICE"),
		get("/api/check/maps", "/api/check/maps?CHOICE"),
		get("/api/games", "/api/games"),
		with(get("/api/games/check", "/api/games/check?address=10.77.0.77"), status(http.StatusNotFound)),
		post("/api/games/probe", http.StatusOK),
		get("/api/selftest", "/api/selftest"),
		get("/", "/"),
		with(get("/", "/ENGINE"), plain),
		with(get("/", "/no/such/page"), status(http.StatusNotFound)),
		with(get("/api/", "/api/none"), status(http.StatusNotFound)),
		with(post("/api/wads", http.StatusForbidden), func(a *ask) { a.body = 1 << 20 }),
		post("/api/wads/reload", http.StatusForbidden),
		get("/api/wads/fetch", "/api/wads/fetch"),
		post("/api/wads/fetch", http.StatusForbidden),
		{pattern: "DELETE /api/wads/fetch", path: "/api/wads/fetch", want: http.StatusForbidden},
		post("/api/control/stop", http.StatusForbidden),
		post("/api/control/quit", http.StatusForbidden),
		state,
		with(with(state, status(http.StatusConflict)), func(a *ask) { a.bearer = true }),
		socket("/ws/spectate", true, "watched"),
		socket("/ws/game?slot=0&token=x", true, "played"),
		socket("/ws/lobby", true, `{"t":"name","name":"guest"}`),
		socket("/ws/signal", true, `{"t":"offer"}`),
		socket("/ws/signal", true, candidates()...),
	}
	for _, v := range slices.Sorted(maps.Keys(lobbyTexts)) {
		list = append(list, socket("/ws/lobby", false, lobbyTexts[v]...))
	}
	hash := socket("/ws/lobby", false, lobbyTexts["hash"]...)
	hash.players = true
	return append(list, hash)
}

// lobbyTexts has each message of the lobby's protocol, as a client without a seat can send
// it.
var lobbyTexts = map[string][]string{
	"name":     {`{"t":"name","name":"one"}`, `{"t":"name","name":"another"}`},
	"slot":     {`{"t":"slot","slot":1}`},
	"params":   {`{"t":"params","params":{"map":1}}`, `{"t":"params","params":{"map":2}}`},
	"start":    {`{"t":"start"}`},
	"ping":     {`{"t":"ping","t0":1}`},
	"join":     {`{"t":"join","name":"guest"}`},
	"resume":   {`{"t":"resume","slot":0,"token":"AAAAAAAAAAAAAAAAAAAAAA"}`},
	"host":     {`{"t":"host","token":"AAAAAAAAAAAAAAAAAAAAAA"}`},
	"kick":     {`{"t":"kick","slot":0}`},
	"stop":     {`{"t":"stop"}`},
	"chat":     {`{"t":"chat","text":"` + strings.Repeat("ho ", 40) + `"}`},
	"ready":    {`{"t":"ready","ready":true}`, `{"t":"ready","ready":false}`},
	"hash":     {`{"t":"hash","tic":FRONTIER,"hash":"0123456789abcdef"}`},
	"leave":    {`{"t":"leave"}`},
	"progress": {`{"t":"progress","have":1,"total":2}`, `{"t":"progress","have":0,"total":2}`},
	"begin":    {`{"t":"begin"}`},
}

// candidates returns an offer followed by candidates, each with a name that the host must
// look up.
func candidates() []string {
	list := []string{`{"t":"offer"}`}
	for n := range 32 {
		list = append(list, fmt.Sprintf(`{"t":"candidate","sdpMid":"0","sdpMLineIndex":0,`+
			`"candidate":"candidate:%d 1 udp 2113937151 stranger-%d.local 50000 typ host"}`, n, n))
	}
	return list
}

// choices is the flood of players in the open lobby: the host checks every choice.
var choices = ask{
	pattern: "GET /ws/lobby", path: "/ws/lobby", want: http.StatusSwitchingProtocols, players: true,
	texts: []string{`{"t":"params","params":CHOICE}`},
}

// missingAsks returns the patterns and lobby messages that list lacks.
func missingAsks(list []ask, patterns []string) (missing []string) {
	for _, p := range patterns {
		if !slices.ContainsFunc(list, func(a ask) bool { return a.pattern == p }) {
			missing = append(missing, p)
		}
	}
	for _, name := range wire.RequestNames() {
		if len(lobbyTexts[name]) == 0 {
			missing = append(missing, "the lobby's message "+name)
		}
	}
	return missing
}

// offerText returns a signaling offer as a client makes it.
func offerText(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	l := &offerLink{said: make(chan string, 64), done: make(chan struct{})}
	go func() { _, _ = rtc.Offer(ctx, l, rtc.OfferConfig{Mode: rtc.Ordered}) }() // it gets no answer
	for {
		select {
		case text := <-l.said:
			if strings.Contains(text, `"t":"offer"`) {
				cancel()
				return text, nil
			}
		case <-ctx.Done():
			return "", fmt.Errorf("make an offer: %w", ctx.Err())
		}
	}
}

// offerLink is an rtc.Link to a host that says hello and nothing more.
type offerLink struct {
	said  chan string
	done  chan struct{}
	hello bool
}

func (l *offerLink) Read() ([]byte, error) {
	if !l.hello {
		l.hello = true
		return rtc.AppendMessage(nil, &rtc.Message{Kind: rtc.KindHello, Mode: rtc.Ordered.String()}), nil
	}
	<-l.done
	return nil, net.ErrClosed
}

func (l *offerLink) Write(msg []byte) error {
	select {
	case l.said <- string(msg):
	default:
	}
	return nil
}

func (l *offerLink) Close(uint16, string) {
	select {
	case <-l.done:
	default:
		close(l.done)
	}
}
