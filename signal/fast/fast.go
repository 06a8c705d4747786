// Package fast carries a numbered stream of small records over a channel that loses and
// reorders messages. There are no retransmission requests: every message repeats the oldest
// unconfirmed records, so the next message makes up for a lost one.
//
// End is one side. It is a pure state machine: messages and records go in and out as bytes,
// time is an argument, and Deadline says when a message is due even if nothing is new.
// Nothing here starts a goroutine, reads a clock or, once made, allocates. Only one
// goroutine at a time uses an End.
package fast

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// Layout of a message:
//
//	0-3  u32  the first record of the other side that the sender lacks
//	4-7  u32  the number of the first record that follows
//	8-   records, all of one size, numbered on from there; MaxRecords at most
const (
	headSize = 8
	// MaxRecords is the maximum number of records in a message.
	MaxRecords = 32
	// Window is how many records may be unconfirmed.
	Window = 128
)

// The sizes of the records in bytes.
const (
	InputSize  = 8  // a ticcmd, numbered by its tic
	BundleSize = 34 // in-game mask, fabricated mask, four ticcmds
	// MaxMessage is the longest message.
	MaxMessage = headSize + MaxRecords*BundleSize
)

const (
	// RepeatAfter is the time between messages while records are unconfirmed and nothing is
	// new. It is half a tic, so that lost records arrive well before the next tic.
	RepeatAfter = 14 * time.Millisecond
	// AnswerAfter is the time between messages if there is only a confirmation to send. It
	// is longer than a tic, because most confirmations go out with the next record.
	AnswerAfter = 40 * time.Millisecond
)

// Never is the deadline of an End that has nothing to send.
const Never = time.Duration(math.MaxInt64)

var (
	// ErrLength means that a message is not a header and whole records.
	ErrLength = errors.New("fast: message of a wrong length")
	// ErrNumber means that a message has impossible numbers.
	ErrNumber = errors.New("fast: message with impossible numbers")
)

// End is one side of a stream.
//
// Invariants: base <= next <= base+Window; the records from base to next-1 are in ring;
// base and want never decrease.
type End struct {
	out, in int  // sizes of its own records and of the other side's
	gaps    bool // the other side may skip numbers

	ring [Window][BundleSize]byte
	base uint32 // its first unconfirmed record
	next uint32 // the number of its next record
	want uint32 // the first missing record of the other side

	sent  time.Duration // when the last message was sent
	owing bool          // the other side waits for a confirmation
}

// NewHost returns the host's side: it sends bundles starting at tic from, and takes
// ticcmds. A player may skip tics that were sealed without it.
func NewHost(from uint32) *End {
	return &End{out: BundleSize, in: InputSize, gaps: true, base: from, next: from}
}

// NewClient returns the client's side: it sends ticcmds and wants bundles starting at tic
// from. Its first message, which says so, is due at once.
func NewClient(from uint32) *End {
	return &End{out: InputSize, in: BundleSize, base: from, next: from, want: from, owing: true, sent: -AnswerAfter}
}

// Wants returns the first missing record of the other side.
func (e *End) Wants() uint32 { return e.want }

// Room is how many more records Put accepts.
func (e *End) Room() int { return Window - int(e.next-e.base) }

// Unconfirmed is how many records the other side has not confirmed.
func (e *End) Unconfirmed() int { return int(e.next - e.base) }

// Put adds a record to send with the next message. It ignores a number that it has had
// before. A number that skips others drops all earlier records. Put returns false if too
// many records are unconfirmed.
func (e *End) Put(number uint32, record []byte) bool {
	switch {
	case len(record) != e.out || number == math.MaxUint32:
		return false
	case number < e.next:
		return true
	case number > e.next:
		e.base, e.next = number, number
	case e.Room() == 0:
		return false
	}
	copy(e.ring[number%Window][:], record)
	e.next++
	return true
}

// Confirm records that the other side needs no record below number.
func (e *End) Confirm(number uint32) { e.base = max(e.base, min(number, e.next)) }

// Append appends the current message to b: a confirmation, and the oldest unconfirmed
// records.
func (e *End) Append(b []byte, now time.Duration) []byte {
	e.sent, e.owing = now, false
	b = binary.LittleEndian.AppendUint32(b, e.want)
	b = binary.LittleEndian.AppendUint32(b, e.base)
	for n := e.base; n < e.next && n-e.base < MaxRecords; n++ {
		b = append(b, e.ring[n%Window][:e.out]...)
	}
	return b
}

// Deadline is when a message is due even if nothing is new, or Never.
func (e *End) Deadline() time.Duration {
	switch {
	case e.base < e.next:
		return e.sent + RepeatAfter
	case e.owing:
		return e.sent + AnswerAfter
	}
	return Never
}

// Take handles a message and calls each with every new record, once and in order. The
// record is valid during the call. Take returns ErrLength if the message is not made of
// whole records or has too many, and ErrNumber if it confirms records that were never sent
// or its numbers are too large; such a message changes nothing.
func (e *End) Take(b []byte, each func(number uint32, record []byte)) error {
	count := (len(b) - headSize) / e.in
	if len(b) < headSize || len(b) != headSize+count*e.in || count > MaxRecords {
		return ErrLength
	}
	confirmed, first := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	if confirmed > e.next || first > math.MaxUint32-MaxRecords {
		return ErrNumber
	}
	e.base = max(e.base, confirmed)
	e.owing = e.owing || count > 0
	for i, n := headSize, first; i < len(b); i, n = i+e.in, n+1 {
		switch {
		case n < e.want:
			continue
		case n > e.want && !e.gaps:
			return nil // the missing records will be repeated, and this one with them
		}
		e.want = n + 1
		each(n, b[i:i+e.in])
	}
	return nil
}

// Head reads a message's confirmation without an End: a host learns from a client's first
// message where the client is. It returns false if b is too short.
func Head(b []byte) (wanted uint32, ok bool) {
	if len(b) < headSize {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}
