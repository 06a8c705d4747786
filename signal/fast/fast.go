// Package fast carries a numbered stream of small records over a channel that
// loses and reorders messages. There is no asking again: every message
// repeats all records that the other side has not confirmed, so what is lost comes with
// the next one.
//
// End is one side. It is a pure state machine: messages and records go in and
// out as bytes, time is an argument, and Deadline says when a message is due
// though nothing is new. Nothing here starts a goroutine, reads a clock or, once
// made, allocates. One goroutine at a time uses an End.
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
	// MaxRecords is how many records a message has at most.
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
	// RepeatAfter is how long after a message the next one goes out though
	// nothing is new, while records are unconfirmed. It is half a tic: what a message
	// loses comes well before the next tic does.
	RepeatAfter = 14 * time.Millisecond
	// AnswerAfter is how long after a message the next one goes out though there is
	// nothing but a confirmation to send. It is longer than a tic, for most go out
	// with the next record.
	AnswerAfter = 40 * time.Millisecond
)

// Never is the deadline of an End that has nothing to say.
const Never = time.Duration(math.MaxInt64)

var (
	// ErrLength says that a message is no head and whole records.
	ErrLength = errors.New("fast: message of a wrong length")
	// ErrNumber says that a message has numbers that cannot be.
	ErrNumber = errors.New("fast: message with impossible numbers")
)

// End is one side of a stream.
//
// Invariants: base <= next <= base+Window; the records from base to next-1 are
// in ring; base and want never go back.
type End struct {
	out, in int  // sizes of own records and of the other side's
	gaps    bool // the other side leaves numbers out

	ring [Window][BundleSize]byte
	base uint32 // the first own record that is not confirmed
	next uint32 // the number of the next own record
	want uint32 // the first record of the other side that is not there

	sent  time.Duration // when the last message went out
	owing bool          // the other side waits for a confirmation
}

// NewHost returns the host's side: it sends bundles from tic from on, and
// takes ticcmds. A player may leave out tics, those that were sealed without it.
func NewHost(from uint32) *End {
	return &End{out: BundleSize, in: InputSize, gaps: true, base: from, next: from}
}

// NewClient returns the client's side: it sends ticcmds and wants bundles from
// tic from on. Its first message, which says so, is due at once.
func NewClient(from uint32) *End {
	return &End{out: InputSize, in: BundleSize, base: from, next: from, want: from, owing: true, sent: -AnswerAfter}
}

// Wants returns the first record of the other side that is not there.
func (e *End) Wants() uint32 { return e.want }

// Room is how many more records Put takes.
func (e *End) Room() int { return Window - int(e.next-e.base) }

// Unconfirmed is how many records the other side has not confirmed.
func (e *End) Unconfirmed() int { return int(e.next - e.base) }

// Put adds an own record, to be sent with the next message. A number that was
// there before is ignored; one that leaves out numbers makes all before it
// void. It reports false where too much is unconfirmed.
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

// Confirm notes that the other side needs no record below number.
func (e *End) Confirm(number uint32) { e.base = max(e.base, min(number, e.next)) }

// Append appends the message of this moment to b: a confirmation, and the
// oldest unconfirmed records.
func (e *End) Append(b []byte, now time.Duration) []byte {
	e.sent, e.owing = now, false
	b = binary.LittleEndian.AppendUint32(b, e.want)
	b = binary.LittleEndian.AppendUint32(b, e.base)
	for n := e.base; n < e.next && n-e.base < MaxRecords; n++ {
		b = append(b, e.ring[n%Window][:e.out]...)
	}
	return b
}

// Deadline is when a message is due though nothing is new, or Never.
func (e *End) Deadline() time.Duration {
	switch {
	case e.base < e.next:
		return e.sent + RepeatAfter
	case e.owing:
		return e.sent + AnswerAfter
	}
	return Never
}

// Take takes in a message and hands each record that is new to each, in the
// order of their numbers, each once. The record is good for the call. It returns ErrLength
// if the message is not made of whole records or has too many, and ErrNumber if it confirms
// what was never sent or its numbers go too far; such a message changes nothing.
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
			return nil // what is missing comes again, and this with it
		}
		e.want = n + 1
		each(n, b[i:i+e.in])
	}
	return nil
}

// Head reads what a message confirms, without an End: a host learns from a
// client's first message where the client is. It reports false for what is too
// short.
func Head(b []byte) (wanted uint32, ok bool) {
	if len(b) < headSize {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}
