package rtc

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pion/webrtc/v4"
)

// label is the name of the data channel that carries tics.
const label = "tic"

// Link carries signaling messages, for example over a WebSocket. Its creator limits their
// size; MaxMessage is enough.
type Link interface {
	// Read returns the next message, valid until the next Read. An error that is ErrBroken
	// means that the peer may still be there; any other error is the peer's goodbye.
	Read() ([]byte, error)
	// Write sends a message. It may block, but not forever. Only one goroutine calls it.
	Write(msg []byte) error
	// Close ends the Link, with a code and a reason for the peer. It returns at once, and a
	// pending Read returns soon after.
	Close(code uint16, reason string)
}

// The close codes of a Link.
const (
	codeNormal = 1000
	codePolicy = 1008
)

// outQueue is how many signaling messages may be queued for a slow Link.
const outQueue = maxCandidates

// peer is one peer of the host.
type peer struct {
	hub   *Hub
	asker Asker
	link  Link
	pc    *webrtc.PeerConnection // nil before the offer
	open  func(*Channel)

	end    context.Context // done when the peer must end
	cancel context.CancelFunc
	out    chan []byte
	work   sync.WaitGroup

	// Only Serve's goroutine uses these.
	candidates int  // how many the peer has sent
	names      int  // how many of them are .local names
	offered    bool // the peer has made an offer
	counted    bool // the hub counts this peer

	mu      sync.Mutex // guards all following fields
	channel *Channel   // nil until it is open
	code    uint16     // for closing the Link
	reason  string
}

// Serve negotiates a channel with a peer. Once the channel is open, Serve calls open with
// it in a new goroutine; when open returns, the channel is closed. Serve returns when
// everything has ended and the Link is closed. Serve checks for room only when the peer
// makes its offer: before that, a peer costs little and takes nobody's place. It returns
// ErrFull if there is no room, and ErrMessage or ErrTooLong if the peer sent such a
// message. Otherwise it returns the Link's error, or nil after a channel that outlived its
// Link.
func (h *Hub) Serve(link Link, asker Asker, open func(*Channel)) error {
	if err := h.begin(); err != nil {
		msg := Message{Kind: KindError, Reason: noChannel}
		_ = link.Write(AppendMessage(nil, &msg))
		link.Close(codeNormal, "")
		return err
	}
	defer h.served.Done()
	end, cancel := context.WithCancel(h.done)
	p := &peer{
		hub: h, asker: asker, link: link, open: open,
		end: end, cancel: cancel, out: make(chan []byte, outQueue),
		code: codeNormal,
	}
	err := p.serve()
	if p.counted {
		h.leave(asker)
	}
	return err
}

// Reasons for refusing a channel.
const (
	noRoom    = "the host has no room for another data channel"
	noChannel = "the host cannot open a data channel now"
)

func (p *peer) serve() error {
	late := time.AfterFunc(p.hub.cfg.OpenTime, func() {
		if p.opened() == nil {
			p.fail(codePolicy, "the channel did not open")
		}
	})
	defer late.Stop()
	p.say(&Message{Kind: KindHello, Mode: p.hub.cfg.Mode.String()})
	p.work.Go(p.write)
	err := p.read()
	p.work.Wait()
	return err
}

// read handles the peer's messages until the peer or the channel is gone.
func (p *peer) read() error {
	for {
		b, err := p.link.Read()
		if err != nil {
			c := p.opened()
			if c != nil && errors.Is(err, ErrBroken) && p.end.Err() == nil {
				// The channel outlives its Link.
				<-p.end.Done()
				return nil
			}
			if c != nil {
				c.left(err)
			}
			p.cancel()
			return err
		}
		if err := p.take(b); err != nil {
			p.fail(codePolicy, err.Error())
			p.hub.cfg.Log.Debug("signaling refused", "err", err)
			return err
		}
	}
}

// write sends the queued messages; at the end it closes the Link.
func (p *peer) write() {
	for {
		select {
		case b := <-p.out:
			if p.link.Write(b) != nil {
				return // Read fails as well
			}
		case <-p.end.Done():
			for {
				select {
				case b := <-p.out:
					if p.link.Write(b) == nil {
						continue
					}
				default:
				}
				break
			}
			p.mu.Lock()
			code, reason := p.code, p.reason
			p.mu.Unlock()
			p.link.Close(code, reason)
			return
		}
	}
}

// say queues a message. A peer that does not read its messages loses its channel.
func (p *peer) say(m *Message) {
	select {
	case p.out <- AppendMessage(nil, m):
	default:
		p.cancel()
	}
}

// fail ends the peer. Only the first call's reason is sent.
func (p *peer) fail(code uint16, reason string) {
	if p.end.Err() != nil {
		return
	}
	p.mu.Lock()
	p.code, p.reason = code, reason
	p.mu.Unlock()
	p.cancel()
}

func (p *peer) opened() *Channel {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.channel
}

// take handles one message.
func (p *peer) take(b []byte) error {
	m, err := ParseMessage(b)
	if err != nil {
		return err
	}
	switch m.Kind {
	case KindOffer:
		return p.answer(m.SDP)
	case KindCandidate:
		return p.candidate(m)
	case KindHello, KindAnswer, KindClosed, KindError:
		// Only the host sends these.
	}
	return nil
}

var (
	errSecondOffer = errors.New("signal: one connection takes one offer")
	errEarly       = errors.New("signal: a candidate before the offer")
	errCandidates  = errors.New("signal: too many candidates")
)

// refuse tells a peer that there will be no channel.
func (p *peer) refuse(why string) {
	p.say(&Message{Kind: KindError, Reason: why})
	p.fail(codeNormal, "")
}

// connect creates the library's connection for the peer if there is room. It tells the peer
// if there is none.
func (p *peer) connect() error {
	if err := p.hub.enter(p.asker); err != nil {
		p.refuse(noRoom)
		return err
	}
	p.counted = true
	pc, err := p.hub.connection()
	if err != nil {
		p.refuse(noChannel)
		return err
	}
	p.pc = pc
	// When the peer ends, so do its Link and the library's connection.
	p.work.Go(func() {
		<-p.end.Done()
		// GracefulClose waits for the library's goroutines.
		_ = pc.GracefulClose()
	})
	pc.OnICECandidate(p.found)
	pc.OnDataChannel(p.offeredChannel)
	pc.OnConnectionStateChange(func(s webrtc.PeerConnectionState) {
		// If the peer closes the connection, an open channel ends as well and then waits
		// for the peer's goodbye: browsers differ in which they send first.
		if s == webrtc.PeerConnectionStateFailed || s == webrtc.PeerConnectionStateClosed && p.opened() == nil {
			p.fail(codeNormal, "the connection failed")
		}
	})
	return nil
}

// answer accepts the peer's only offer and answers it.
func (p *peer) answer(sdp string) error {
	if p.offered {
		return errSecondOffer
	}
	p.offered = true
	offer := webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: sdp}
	if _, err := offer.Unmarshal(); err != nil {
		return fmt.Errorf("signal: take an offer: %w", err)
	}
	if err := p.connect(); err != nil {
		return err
	}
	if err := p.pc.SetRemoteDescription(offer); err != nil {
		return fmt.Errorf("signal: take an offer: %w", err)
	}
	answer, err := p.pc.CreateAnswer(nil)
	if err != nil {
		return fmt.Errorf("signal: answer an offer: %w", err)
	}
	// The library looks for candidates from here on; they must not overtake the answer.
	p.say(&Message{Kind: KindAnswer, SDP: answer.SDP})
	if err := p.pc.SetLocalDescription(answer); err != nil {
		return fmt.Errorf("signal: answer an offer: %w", err)
	}
	return nil
}

// candidate takes one of the peer's addresses.
func (p *peer) candidate(m Message) error {
	if !p.offered {
		return errEarly
	}
	if p.candidates++; p.candidates > maxCandidates {
		return errCandidates
	}
	init := webrtc.ICECandidateInit{SDPMid: m.Mid, SDPMLineIndex: m.Line}
	if m.Candidate != nil {
		init.Candidate = *m.Candidate
	}
	if name, ok := hidden(init.Candidate); ok {
		if p.names++; p.names > maxNames {
			return nil // the earlier names are enough
		}
		p.work.Go(func() {
			addr, err := p.hub.local.lookup(p.end, name)
			if err != nil {
				p.hub.cfg.Log.Debug("a peer's name is unknown", "name", name, "err", err)
				return
			}
			init.Candidate = reveal(init.Candidate, addr)
			p.try(init)
		})
		return nil
	}
	p.try(init)
	return nil
}

// try passes a candidate to the library. An unusable one does no harm.
func (p *peer) try(c webrtc.ICECandidateInit) {
	if c.Candidate != "" {
		if err := checkCandidate(c.Candidate); err != nil {
			return
		}
	}
	if err := p.pc.AddICECandidate(c); err != nil {
		p.hub.cfg.Log.Debug("candidate not used", "candidate", c.Candidate, "err", err)
	}
}

// found sends the peer one of the host's addresses.
func (p *peer) found(c *webrtc.ICECandidate) {
	p.say(candidateMessage(c))
}

// candidateMessage makes the message for a candidate; nil marks the end of the candidates.
func candidateMessage(c *webrtc.ICECandidate) *Message {
	if c == nil {
		return &Message{Kind: KindCandidate, Candidate: new(string)}
	}
	init := c.ToJSON()
	return &Message{Kind: KindCandidate, Candidate: &init.Candidate, Mid: init.SDPMid, Line: init.SDPMLineIndex}
}

// offeredChannel accepts the one data channel for tics.
func (p *peer) offeredChannel(dc *webrtc.DataChannel) {
	mode, ok := modeOf(dc)
	if !ok {
		p.fail(codePolicy, `only a data channel "tic" is taken, ordered and reliable or as the protocol "fast" says`)
		return
	}
	dc.OnOpen(func() { p.channelOpen(dc, mode) })
}

// modeOf derives the mode from a channel's parameters.
func modeOf(dc *webrtc.DataChannel) (Mode, bool) {
	switch most := dc.MaxRetransmits(); {
	case dc.Label() != label || dc.MaxPacketLifeTime() != nil:
	case dc.Protocol() == "" && dc.Ordered() && most == nil:
		return Ordered, true
	case dc.Protocol() == Fast.String() && !dc.Ordered() && most != nil && *most == 0:
		return Fast, true
	}
	return 0, false
}

// channelOpen passes an open channel to its owner.
func (p *peer) channelOpen(dc *webrtc.DataChannel, mode Mode) {
	c, err := newChannel(dc, mode, p.end, p.cancel, p.goodbye)
	if err != nil {
		p.fail(codeNormal, "the channel failed")
		return
	}
	p.mu.Lock()
	second := p.channel != nil
	if !second {
		p.channel = c
	}
	p.mu.Unlock()
	if second || p.end.Err() != nil {
		p.fail(codePolicy, "one connection has one channel")
		return
	}
	// Serve waits for work; the owner returns once its channel has ended.
	p.work.Go(func() {
		defer p.cancel()
		p.open(c)
	})
}

// goodbye ends the channel and tells the peer why.
func (p *peer) goodbye(code uint16, reason string) {
	if p.end.Err() != nil {
		return
	}
	p.say(&Message{Kind: KindClosed, Code: code, Reason: reason})
	p.fail(codeNormal, reason)
}
