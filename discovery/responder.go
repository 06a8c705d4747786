package discovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/miekg/dns"
	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

const mdnsPort = 5353

// responder announces a registration on the multicast group, answers for it, and listens to
// the claims of others. It has a goroutine for each address family.
type responder struct {
	ifaces []Interface
	conn4  *ipv4.PacketConn // nil if there is no IPv4
	conn6  *ipv6.PacketConn // nil if there is no IPv6
	heard  chan claim       // claims are lost while it is full
	log    *slog.Logger
	wait   sync.WaitGroup

	mu  sync.Mutex // guards all following fields
	own registration

	sendMu sync.Mutex // one sender at a time: on some systems the interface is set on the socket
}

// openResponder joins the groups on interfaces. It fails if neither address family is
// available.
func openResponder(ifaces []Interface, log *slog.Logger) (*responder, error) {
	nets := multicasting(ifaces)
	if len(nets) == 0 {
		return nil, errors.New("open the mDNS port: no network interface with multicast")
	}
	r := &responder{ifaces: ifaces, heard: make(chan claim, 256), log: log}
	err4, err6 := r.join4(nets), r.join6(nets)
	if r.conn4 == nil && r.conn6 == nil {
		return nil, fmt.Errorf("open the mDNS port: %w", errors.Join(err4, err6))
	}
	if r.conn4 != nil {
		r.wait.Go(func() { r.receive4() })
	}
	if r.conn6 != nil {
		r.wait.Go(func() { r.receive6() })
	}
	return r, nil
}

// group4 and group6 return the mDNS group addresses.
func group4() *net.UDPAddr { return &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: mdnsPort} }
func group6() *net.UDPAddr { return &net.UDPAddr{IP: net.ParseIP("ff02::fb"), Port: mdnsPort} }

func (r *responder) join4(nets []net.Interface) error {
	// With a group address, Go shares the port with other sockets and binds the wildcard.
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(224, 0, 0, 0), Port: mdnsPort})
	if err != nil {
		return err
	}
	onlyOwnGroups(c, false)
	p := ipv4.NewPacketConn(c)
	// If the system does not report the interface, the sender's address identifies it.
	_ = p.SetControlMessage(ipv4.FlagInterface, true)
	_ = p.SetMulticastTTL(255)
	err = joinAny(nets, func(i *net.Interface) error { return p.JoinGroup(i, group4()) })
	if err != nil {
		_ = c.Close()
		return err
	}
	r.conn4 = p
	return nil
}

func (r *responder) join6(nets []net.Interface) error {
	c, err := net.ListenUDP("udp6", &net.UDPAddr{IP: net.ParseIP("ff02::"), Port: mdnsPort})
	if err != nil {
		return err
	}
	onlyOwnGroups(c, true)
	p := ipv6.NewPacketConn(c)
	_ = p.SetControlMessage(ipv6.FlagInterface, true)
	_ = p.SetMulticastHopLimit(255)
	err = joinAny(nets, func(i *net.Interface) error { return p.JoinGroup(i, group6()) })
	if err != nil {
		_ = c.Close()
		return err
	}
	r.conn6 = p
	return nil
}

// joinAny fails if no interface can be joined.
func joinAny(nets []net.Interface, join func(*net.Interface) error) error {
	var failed error
	joined := false
	for i := range nets {
		if err := join(&nets[i]); err != nil {
			failed = fmt.Errorf("join the mDNS group on %s: %w", nets[i].Name, err)
		} else {
			joined = true
		}
	}
	if joined {
		return nil
	}
	return failed
}

// close ends the responder and waits for its goroutines.
func (r *responder) close() {
	if r.conn4 != nil {
		_ = r.conn4.Close()
	}
	if r.conn6 != nil {
		_ = r.conn6.Close()
	}
	r.wait.Wait()
}

// answerFor sets the registration to answer for from now on, without announcing it.
func (r *responder) answerFor(own registration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.own = own
}

func (r *responder) answersFor() registration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.own
}

// announce announces the registration to everybody.
func (r *responder) announce() error {
	own := r.answersFor()
	return r.tell(func(i Interface) *dns.Msg { return own.announcement(i.addrs()) })
}

// goodbye withdraws the registration, and answers for nothing from now on.
func (r *responder) goodbye() {
	own := r.answersFor()
	r.answerFor(registration{})
	if err := r.tell(func(i Interface) *dns.Msg { return own.goodbye(i.addrs()) }); err != nil {
		r.log.Debug("mDNS goodbye not sent", "err", err)
	}
}

func (r *responder) receive4() {
	buf := make([]byte, 9000)
	for {
		n, cm, from, err := r.conn4.ReadFrom(buf)
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(100 * time.Millisecond) // the interface may come back
			continue
		}
		index := 0
		if cm != nil {
			index = cm.IfIndex
		}
		r.received(buf[:n], index, from)
	}
}

func (r *responder) receive6() {
	buf := make([]byte, 9000)
	for {
		n, cm, from, err := r.conn6.ReadFrom(buf)
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(100 * time.Millisecond)
			continue
		}
		index := 0
		if cm != nil {
			index = cm.IfIndex
		}
		r.received(buf[:n], index, from)
	}
}

// received handles one packet.
func (r *responder) received(packet []byte, index int, from net.Addr) {
	udp, ok := from.(*net.UDPAddr)
	if !ok {
		return
	}
	var m dns.Msg
	if m.Unpack(packet) != nil {
		return
	}
	if m.Response {
		if udp.Port != mdnsPort {
			return // RFC 6762, 6: not from a responder
		}
		for _, c := range claims(&m) {
			select {
			case r.heard <- c:
			default:
			}
		}
		return
	}
	at := r.interfaceOf(index, udp)
	if at == nil {
		return
	}
	reply := answer(&m, r.answersFor(), at.addrs(), udp.Port != mdnsPort)
	if reply == nil {
		return
	}
	to := udp
	if udp.Port == mdnsPort {
		to = nil
	}
	if err := r.send(reply, *at, udp.IP.To4() == nil, to); err != nil {
		r.log.Debug("mDNS answer not sent", "err", err)
	}
}

// interfaceOf returns the interface on which a packet arrived.
func (r *responder) interfaceOf(index int, from *net.UDPAddr) *Interface {
	src, ok := netip.AddrFromSlice(from.IP)
	for k := range r.ifaces {
		i := &r.ifaces[k]
		if index != 0 {
			if i.Index == index {
				return i
			}
			continue
		}
		if ok && slices.ContainsFunc(i.Prefixes, func(p netip.Prefix) bool { return p.Masked().Contains(src.Unmap()) }) {
			return i
		}
	}
	return nil
}

// send sends a message on an interface; if to is nil, it sends to the group.
func (r *responder) send(m *dns.Msg, by Interface, v6 bool, to *net.UDPAddr) error {
	packet, err := m.Pack()
	if err != nil {
		return err
	}
	r.sendMu.Lock()
	defer r.sendMu.Unlock()
	control := runtime.GOOS == "linux" || runtime.GOOS == "darwin"
	ni := &net.Interface{Index: by.Index, Name: by.Name}
	if v6 {
		if r.conn6 == nil {
			return nil
		}
		if to == nil {
			to = group6()
		}
		if control {
			_, err = r.conn6.WriteTo(packet, &ipv6.ControlMessage{IfIndex: by.Index}, to)
			return err
		}
		if err := r.conn6.SetMulticastInterface(ni); err != nil {
			return err
		}
		_, err = r.conn6.WriteTo(packet, nil, to)
		return err
	}
	if r.conn4 == nil {
		return nil
	}
	if to == nil {
		to = group4()
	}
	if control {
		_, err = r.conn4.WriteTo(packet, &ipv4.ControlMessage{IfIndex: by.Index}, to)
		return err
	}
	if err := r.conn4.SetMulticastInterface(ni); err != nil {
		return err
	}
	_, err = r.conn4.WriteTo(packet, nil, to)
	return err
}

// tell sends each interface its message over all address families. Messages that cannot be
// sent are lost; tell returns an error only if nothing could be sent.
func (r *responder) tell(message func(Interface) *dns.Msg) error {
	var failed error
	sent := false
	for _, i := range r.ifaces {
		if !i.Multicast {
			continue
		}
		m := message(i)
		for _, v6 := range []bool{false, true} {
			if v6 && r.conn6 == nil || !v6 && r.conn4 == nil {
				continue
			}
			if err := r.send(m, i, v6, nil); err != nil {
				failed = err
			} else {
				sent = true
			}
		}
	}
	if sent {
		return nil
	}
	return failed
}

// taken reports whether other hosts use an instance name or a host label. It takes three times
// gap.
func (r *responder) taken(ctx context.Context, instance, label, ownID string, gap time.Duration) (instanceTaken, labelTaken bool) {
	host := hostName(label)
	q := &dns.Msg{Question: []dns.Question{
		{Name: instanceName(instance), Qtype: dns.TypeANY, Qclass: dns.ClassINET},
		{Name: host, Qtype: dns.TypeANY, Qclass: dns.ClassINET},
	}}
	for len(r.heard) > 0 {
		<-r.heard // earlier claims may have been our own
	}
	for range 3 {
		if err := r.tell(func(Interface) *dns.Msg { return q }); err != nil {
			r.log.Debug("mDNS question not sent", "err", err)
		}
		timer := time.NewTimer(gap)
		for waiting := true; waiting; {
			select {
			case c := <-r.heard:
				instanceTaken = instanceTaken || strings.EqualFold(c.instance, instance) && (!c.text || c.id != ownID)
				labelTaken = labelTaken || c.host == host
			case <-timer.C:
				waiting = false
			case <-ctx.Done():
				timer.Stop()
				return instanceTaken, labelTaken
			}
		}
	}
	return instanceTaken, labelTaken
}
