package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/coder/websocket"
)

// bidi is a connection that speaks WebDriver BiDi, the little of it that is needed to
// drive Firefox: commands with an id out, their results and events in.
type bidi struct {
	conn  *websocket.Conn
	heard func(method string, params json.RawMessage) // gets the events, one after the other
	done  chan struct{}                               // closed when no answer comes any more

	mu      sync.Mutex // guards all following fields
	last    int        // id of the last command
	waiting map[int]chan bidiReply
	err     error // why it ended
}

type bidiReply struct {
	result json.RawMessage
	err    error
}

// bidiMessage is what comes from the browser.
type bidiMessage struct {
	Type    string // "success", "error", "event"
	ID      *int
	Result  json.RawMessage
	Error   string
	Message string
	Method  string
	Params  json.RawMessage
}

// dialBidi connects to a browser and opens a session.
func dialBidi(ctx context.Context, url string, heard func(string, json.RawMessage)) (*bidi, error) {
	conn, _, err := websocket.Dial(ctx, url+"/session", nil)
	if err != nil {
		return nil, fmt.Errorf("dial the browser: %w", err)
	}
	conn.SetReadLimit(64 << 20) // screenshots
	b := &bidi{conn: conn, heard: heard, done: make(chan struct{}), waiting: map[int]chan bidiReply{}}
	go b.read()
	if _, err := b.call(ctx, "session.new", object{"capabilities": object{}}); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// object is a JSON object.
type object = map[string]any

func (b *bidi) read() {
	defer close(b.done)
	for {
		_, data, err := b.conn.Read(context.Background())
		if err == nil {
			err = b.take(data)
		}
		if err != nil {
			b.mu.Lock()
			b.err = err
			b.mu.Unlock()
			return
		}
	}
}

func (b *bidi) take(data []byte) error {
	var m bidiMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("a message of the browser: %w", err)
	}
	if m.Type == "event" {
		b.heard(m.Method, m.Params)
		return nil
	}
	if m.ID == nil {
		return fmt.Errorf("the browser: %s: %s", m.Error, m.Message)
	}
	reply := bidiReply{result: m.Result}
	if m.Type != "success" {
		reply.err = fmt.Errorf("%s: %s", m.Error, m.Message)
	}
	b.mu.Lock()
	answer := b.waiting[*m.ID]
	delete(b.waiting, *m.ID)
	b.mu.Unlock()
	if answer != nil {
		answer <- reply
	}
	return nil
}

// call sends a command and waits for its result.
func (b *bidi) call(ctx context.Context, method string, params object) (json.RawMessage, error) {
	answer := make(chan bidiReply, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	b.waiting[id] = answer
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.waiting, id)
		b.mu.Unlock()
	}()
	data, err := json.Marshal(object{"id": id, "method": method, "params": params})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	if err := b.conn.Write(ctx, websocket.MessageText, data); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case reply := <-answer:
		if reply.err != nil {
			return nil, fmt.Errorf("%s: %w", method, reply.err)
		}
		return reply.result, nil
	case <-b.done:
		b.mu.Lock()
		defer b.mu.Unlock()
		return nil, fmt.Errorf("%s: the browser has gone: %w", method, b.err)
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// close ends the connection, not the browser.
func (b *bidi) close() {
	_ = b.conn.CloseNow()
	<-b.done
}
