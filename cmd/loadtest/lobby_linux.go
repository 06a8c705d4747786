package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"doomhost/lockstep"
)

// lobbyRound is the interval at which the crowd reads each lobby connection and sends its
// messages.
const lobbyRound = 500 * time.Millisecond

// lobbies are lobby connections that are each read once a round, to spend as little of this
// machine's time as clients on other machines would.
type lobbies struct {
	fds  []int
	at   int
	say  []byte // the messages of each in a round
	sink [64 << 10]byte
}

// textFrame is a client's text frame, masked with zeros.
func textFrame(text string) []byte {
	return append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...)
}

// openLobbies opens count connections, each of which sends pings pings a second.
func openLobbies(addr string, count, pings int) (*lobbies, error) {
	l := &lobbies{say: slices.Repeat(textFrame(`{"t":"ping","t0":1}`), pings*int(lobbyRound/time.Millisecond)/1000)}
	for range count {
		c, err := dial(addr, "/ws/lobby")
		if err != nil {
			return nil, err
		}
		fd, err := takeSocket(c.nc)
		if err != nil {
			return nil, err
		}
		l.fds = append(l.fds, fd)
	}
	return l, nil
}

// tic serves one tic's share of the connections.
func (l *lobbies) tic() error {
	each := int(time.Second / lobbyRound)
	share := (len(l.fds)*each + lockstep.TicRate - 1) / lockstep.TicRate
	return l.turn(share)
}

// turn serves the next count connections.
func (l *lobbies) turn(count int) error {
	for range count {
		fd := l.fds[l.at]
		l.at = (l.at + 1) % len(l.fds)
		if n, err := read(fd, l.sink[:]); err == nil && n == 0 {
			return errClosed
		}
		if len(l.say) > 0 {
			if _, err := write(fd, l.say); err != nil && err != syscall.EAGAIN {
				return err
			}
		}
	}
	return nil
}

// talk runs a process of many lobby connections. Together they send lines of chat a second,
// and each sends pings a second, in bursts. It ends when its standard input closes, and
// prints how many lines a second a listening connection received.
func talk(ctx context.Context, addr string, count, pings, lines int) error {
	ctx = untilEOF(ctx)
	all, err := openLobbies(addr, count, pings)
	if err != nil {
		return err
	}
	one, err := dial(addr, "/ws/lobby")
	if err != nil {
		return err
	}
	heard := make(chan int)
	go func() {
		n, buf := 0, make([]byte, 64<<10)
		for {
			got, err := one.nc.Read(buf)
			n += strings.Count(string(buf[:got]), `{"t":"chat"`)
			if err != nil {
				heard <- n
				return
			}
		}
	}()
	fmt.Println("ready")
	begin, step := time.Now(), 5*time.Millisecond
	clock := time.NewTicker(step)
	defer clock.Stop()
	served, said := 0, 0
	line := textFrame(`{"t":"chat","text":"hello there"}`)
	for ctx.Err() == nil {
		<-clock.C
		took := time.Since(begin)
		due := int(took * time.Duration(count) / lobbyRound)
		if err := all.turn(min(count, due-served)); err != nil {
			return err
		}
		served = due
		for ; said < int(took*time.Duration(lines)/time.Second); said++ {
			if _, err := write(all.fds[said%count], line); err != nil {
				return err
			}
		}
	}
	took := time.Since(begin)
	_ = one.nc.Close()
	fmt.Printf("%.1f lines/s heard of %.1f\n", float64(<-heard)/took.Seconds(), float64(said)/took.Seconds())
	return nil
}
