package rtc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/pion/transport/v5"
	"github.com/pion/webrtc/v4"
)

// OfferConfig configures a client's request for a channel. The zero value asks for the
// host's mode and uses all addresses of this machine.
type OfferConfig struct {
	// Mode is the channel's mode; 0 means the host's choice.
	Mode Mode
	// Log receives debug messages; nil means slog.Default().
	Log *slog.Logger

	network  transport.Net // a virtual network, in tests
	loopback bool          // a test on one machine
	label    string        // another channel name, in tests
}

// RefusedError means that a host refused a channel or took it away.
type RefusedError struct {
	Code   uint16 // 0 if the channel was never open
	Reason string
}

func (e RefusedError) Error() string { return "signal: the host ended the channel: " + e.Reason }

// client is the offering side of a channel.
type client struct {
	cfg    OfferConfig
	link   Link
	pc     *webrtc.PeerConnection
	end    context.Context
	cancel context.CancelFunc
	out    chan []byte
	open   chan *Channel
	work   sync.WaitGroup

	mu      sync.Mutex // guards channel
	channel *Channel   // nil until it is open
}

// Offer opens a channel to a host over a Link. From then on it reads the Link, and closes
// it when the channel ends. ctx bounds only the opening. Offer returns a RefusedError if
// the host refuses a channel, ErrMessage or ErrTooLong if the host sent such a message,
// ctx's error if ctx is done first, and the Link's error if the Link ends first.
func Offer(ctx context.Context, link Link, cfg OfferConfig) (*Channel, error) {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.label == "" {
		cfg.label = label
	}
	settings := newSettings(loggers{cfg.Log}, cfg.network)
	settings.SetIncludeLoopbackCandidate(cfg.loopback)
	pc, err := newConnection(settings, nil, nil)
	if err != nil {
		link.Close(codeNormal, "")
		return nil, err
	}
	end, cancel := context.WithCancel(context.Background())
	c := &client{
		cfg: cfg, link: link, pc: pc, end: end, cancel: cancel,
		out: make(chan []byte, outQueue), open: make(chan *Channel, 1),
	}
	failed := make(chan error, 1)
	c.work.Go(func() { failed <- c.follow() })
	c.work.Go(c.write)
	c.work.Go(func() {
		<-c.end.Done()
		_ = c.pc.GracefulClose()
	})
	select {
	case ch := <-c.open:
		return ch, nil
	case err = <-failed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	c.cancel()
	c.work.Wait()
	return nil, err
}

// follow reads the Link until the Link or the channel is gone.
func (c *client) follow() error {
	err := c.read()
	c.mu.Lock()
	ch := c.channel
	c.mu.Unlock()
	if ch != nil {
		if errors.Is(err, ErrBroken) {
			<-c.end.Done() // the channel outlives its Link
		}
		ch.left(err)
	}
	c.cancel()
	return err
}

// read handles the host's messages.
func (c *client) read() error {
	for {
		b, err := c.link.Read()
		if err != nil {
			return err
		}
		m, err := ParseMessage(b)
		if err != nil {
			return err
		}
		if err := c.take(&m); err != nil {
			return err
		}
	}
}

func (c *client) take(m *Message) error {
	switch m.Kind {
	case KindHello:
		return c.begin(m.Mode)
	case KindAnswer:
		return c.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: m.SDP})
	case KindCandidate:
		if m.Candidate == nil {
			return nil
		}
		return c.pc.AddICECandidate(webrtc.ICECandidateInit{Candidate: *m.Candidate, SDPMid: m.Mid, SDPMLineIndex: m.Line})
	case KindClosed, KindError:
		return RefusedError{m.Code, m.Reason}
	case KindOffer:
		// Only the client sends this.
	}
	return nil
}

// begin creates the channel and offers it.
func (c *client) begin(mode string) error {
	if c.cfg.Mode == 0 {
		m, err := ParseMode(mode)
		if err != nil {
			return err
		}
		c.cfg.Mode = m
	}
	var init webrtc.DataChannelInit
	if c.cfg.Mode == Fast {
		no, none, protocol := false, uint16(0), Fast.String()
		init = webrtc.DataChannelInit{Ordered: &no, MaxRetransmits: &none, Protocol: &protocol}
	}
	dc, err := c.pc.CreateDataChannel(c.cfg.label, &init)
	if err != nil {
		return fmt.Errorf("signal: make a data channel: %w", err)
	}
	dc.OnOpen(func() {
		ch, err := newChannel(dc, c.cfg.Mode, c.end, c.cancel, func(code uint16, reason string) {
			c.link.Close(code, reason)
			c.cancel()
		})
		if err != nil {
			c.cancel()
			return
		}
		c.mu.Lock()
		c.channel = ch
		c.mu.Unlock()
		c.open <- ch
	})
	c.pc.OnICECandidate(func(i *webrtc.ICECandidate) { c.say(candidateMessage(i)) })
	c.pc.OnConnectionStateChange(func(s webrtc.PeerConnectionState) {
		if s == webrtc.PeerConnectionStateFailed {
			c.cancel()
		}
	})
	offer, err := c.pc.CreateOffer(nil)
	if err != nil {
		return fmt.Errorf("signal: make an offer: %w", err)
	}
	c.say(&Message{Kind: KindOffer, SDP: offer.SDP})
	return c.pc.SetLocalDescription(offer)
}

func (c *client) say(m *Message) {
	select {
	case c.out <- AppendMessage(nil, m):
	default:
		c.cancel()
	}
}

func (c *client) write() {
	defer c.link.Close(codeNormal, "")
	for {
		select {
		case b := <-c.out:
			if err := c.link.Write(b); err != nil {
				if !errors.Is(err, ErrBroken) {
					c.cfg.Log.Debug("signaling not sent", "err", err)
				}
				return
			}
		case <-c.end.Done():
			return
		}
	}
}
