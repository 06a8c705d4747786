package relay

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"doomhost/lockstep"
)

// party drives a room with any events and checks the invariants of lobby and session.
type party struct {
	t      *testing.T
	now    time.Duration
	room   *Room
	out    Outbox
	here   map[ConnID]bool // lobby connections
	tokens []string
	games  int
}

func newParty(t *testing.T) *party {
	p := &party{t: t, here: make(map[ConnID]bool)}
	p.room = NewRoom(Config{
		AdminToken: "host",
		NewToken: func() string {
			p.tokens = append(p.tokens, "t"+strconv.Itoa(len(p.tokens)))
			return p.tokens[len(p.tokens)-1]
		},
	})
	return p
}

// requests are peers' messages, with placeholders for a slot and a token.
var requests = []string{
	`{"t":"name","name":"NSLOT"}`, `{"t":"slot","slot":SLOT}`, `{"t":"params","params":{"skill":SLOT}}`,
	`{"t":"start"}`, `{"t":"start"}`, `{"t":"ping","t0":SLOT}`, `{"t":"join"}`, `{"t":"join","slot":SLOT}`,
	`{"t":"resume","slot":SLOT,"token":"TOKEN"}`, `{"t":"host","token":"host"}`, `{"t":"kick","slot":SLOT}`,
	`{"t":"stop"}`, `{"t":"chat","text":"x"}`, `{"t":"ready","ready":true}`, `{"t":"hash","tic":1,"hash":"00000000000000ff"}`,
	`{"t":"leave"}`, `{"t":"dance"}`, `{broken`,
}

func request(i, slot int, token string) []byte {
	text := strings.NewReplacer("SLOT", strconv.Itoa(slot), "TOKEN", token).Replace(requests[i%len(requests)])
	return []byte(text)
}

func (p *party) step(op, a, b byte) {
	conn := ConnID(a%7) + 1
	token := ""
	if len(p.tokens) > 0 {
		token = p.tokens[len(p.tokens)-1-int(b)%min(len(p.tokens), 8)]
	}
	ev := Event{Conn: conn, Addr: "addr" + strconv.Itoa(int(a%3)), Slot: lockstep.Slot(b % 5), Token: token}
	switch op % 12 {
	case 0:
		p.pass(time.Duration(b) * 20 * time.Millisecond)
		return
	case 1, 2, 3:
		if p.here[conn] {
			return
		}
		p.here[conn] = true
		ev.Kind = LobbyOpened
	case 4:
		delete(p.here, conn)
		ev.Kind = LobbyClosed
	case 5:
		ev.Kind, ev.Conn = GameOpened, conn+100
		if a > 200 {
			ev.Token = ""
		}
	case 6:
		ev.Kind, ev.Conn, ev.Code = GameClosed, conn+100, []CloseCode{CloseBroken, CloseGone}[b%2]
	case 7, 8:
		ev.Kind, ev.Conn = GameTic, conn+100
		if s := p.room.Session(); s != nil {
			ev.Tic.Tic = s.Frontier() + lockstep.Tic(b%4)
		}
	default:
		ev.Kind, ev.Data = LobbyMessage, request(int(op/12), int(b%6), token)
	}
	p.room.Handle(p.now, &ev, &p.out)
	p.check()
}

func (p *party) pass(d time.Duration) {
	for end := p.now + d; ; p.check() {
		next := p.room.Deadline()
		if next > end {
			p.now = end
			return
		}
		p.now = max(p.now, next)
		p.room.Advance(p.now, &p.out)
		if d := p.room.Deadline(); d <= p.now {
			p.t.Fatalf("%v: after Advance the deadline is still %v", p.now, d)
		}
	}
}

func (p *party) check() {
	for _, a := range p.out.Actions {
		switch a.Kind {
		case SendLobby, BroadcastLobby:
			if !json.Valid(a.Data) {
				p.t.Fatalf("%v: not JSON: %s", p.now, a.Data)
			}
			if a.Kind == SendLobby && !p.here[a.Conn] {
				p.t.Fatalf("%v: %s to %d, who is not here", p.now, a.Data, a.Conn)
			}
		case CloseConn:
			delete(p.here, a.Conn)
		case GameStarted:
			p.games++
		case launchGame, reserveSlot, kickSlot, stopGame:
			p.t.Fatalf("%v: inner action %d gets out", p.now, a.Kind)
		default:
		}
	}
	p.out.Reset()

	lobby, session := p.room.Lobby(), p.room.Session()
	if (session != nil) != (lobby.Phase() == LobbyInGame) {
		p.t.Fatalf("%v: lobby %v, session %v", p.now, lobby.Phase(), session != nil)
	}
	for i := range lobby.seats {
		slot, s := lockstep.Slot(i), &lobby.seats[i]
		if session != nil {
			if free := session.slots[i].free(); free == s.taken {
				p.t.Fatalf("%v: slot %d: seat taken %v, slot %v", p.now, i, s.taken, session.slots[slot].phase)
			}
			if s.taken && s.token != session.slots[i].token {
				p.t.Fatalf("%v: slot %d: two tokens", p.now, i)
			}
		}
		if q := lobby.byConn[s.conn]; session == nil && s.taken && (q == nil || q.seat != slot) {
			p.t.Fatalf("%v: seat %d is taken by nobody", p.now, i)
		}
	}
	for _, q := range lobby.peers {
		if q.seat != lockstep.NoSlot && (!lobby.seats[q.seat].taken || lobby.seats[q.seat].conn != q.conn) {
			p.t.Fatalf("%v: %d sits on seat %d, which is another's", p.now, q.conn, q.seat)
		}
	}
	if len(lobby.peers) != len(p.here) || len(lobby.byConn) != len(p.here) {
		p.t.Fatalf("%v: %d in the lobby, %d known", p.now, len(p.here), len(lobby.peers))
	}
}

func partyScript(r *rand.Rand, steps int) []byte {
	script := []byte{1, 0, 0, 1, 1, 0}
	for range steps {
		script = append(script, byte(r.IntN(256)), byte(r.IntN(256)), byte(r.IntN(256)))
	}
	return script
}

func FuzzRoom(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 8 {
		f.Add(partyScript(r, 100))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		p := newParty(t)
		for ; len(script) >= 3 && p.now < 10*time.Minute; script = script[3:] {
			p.step(script[0], script[1], script[2])
		}
	})
}

func TestLobbyAndSessionAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	games := 0
	for range 100 {
		p := newParty(t)
		script := partyScript(r, 1000)
		for ; len(script) >= 3; script = script[3:] {
			p.step(script[0], script[1], script[2])
		}
		games += p.games
	}
	if games < 100 {
		t.Errorf("%d games: the scripts try too little", games)
	}
}
