package route

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/transcript"
)

// TestTranscripts plays the transcripts in testdata. Each event line has a time in
// milliseconds and an event; the lines after it, marked with >, are the expected actions.
// The browser's client is tested with the same transcripts.
func TestTranscripts(t *testing.T) { transcript.Hold(t, 8, play) }

// play returns the transcript with the router's actions.
func play(t *testing.T, script []byte) []byte {
	var out bytes.Buffer
	r := New()
	answer := func() {
		for _, a := range r.Actions {
			fmt.Fprintf(&out, "> %s\n", show(a))
		}
		r.Actions = r.Actions[:0]
	}
	lines := bufio.NewScanner(bytes.NewReader(script))
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, ">") {
			continue
		}
		fmt.Fprintln(&out, line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		millis, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Fatalf("%q: a line begins with a time", line)
		}
		now := time.Duration(millis) * time.Millisecond
		code := func() uint16 {
			n, err := strconv.ParseUint(fields[len(fields)-1], 10, 16)
			if err != nil {
				t.Fatalf("%q: a code is missing", line)
			}
			return uint16(n)
		}
		switch what := strings.Join(fields[1:min(3, len(fields))], " "); what {
		case "start":
		case "offer":
			r.Offer(now)
		case "socket opened":
			r.SocketOpened(now)
		case "socket closed":
			r.SocketClosed(now, code())
		case "redial":
			r.Redial()
		case "channel opened":
			r.ChannelOpened()
		case "channel closed":
			r.ChannelClosed(now, code())
		case "socket bundle":
			r.Bundle(now, Socket)
		case "channel bundle":
			r.Bundle(now, Channel)
		case "restart":
			r.Restart(now)
		case "time":
			r.Advance(now)
		default:
			t.Fatalf("%q: unknown", line)
		}
		answer()
	}
	return out.Bytes()
}

func show(a Action) string {
	switch a.Do {
	case Resend, Use:
		return a.Do.String() + " " + a.To.String()
	case Lost:
		return fmt.Sprintf("%s %d", a.Do, a.Code)
	default:
		return a.Do.String()
	}
}
