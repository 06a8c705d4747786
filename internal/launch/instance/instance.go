// Package instance makes sure that one doomhost of a user runs at a time, and
// lets a second start hand its request over to the first.
//
// In a folder of the user lie a lock, which the system lets go when its holder
// ends in whatever way, and a file that says where the holder listens (a Unix
// socket, or a loopback port where there are none) and holds a secret. Both the
// folder and the file are for the user only: who cannot read the secret cannot
// speak to the holder.
//
// Serve has a goroutine that accepts and one for each request, all of which have
// ended when it returns.
package instance

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Request is what a second start asks of the first.
type Request struct {
	// Action is "open": tell where the host's own lobby is.
	Action string `json:"action"`
}

// Reply is the first one's answer.
type Reply struct {
	// URL is the host's own lobby, with its secret: for the user's browser only.
	URL string `json:"url,omitempty"`
	// Error says for people why not.
	Error string `json:"error,omitempty"`
}

// ErrRunning is the error for a start when another one runs.
var ErrRunning = errors.New("doomhost is running already")

// Bounds of a request.
const (
	maxMessage = 4 << 10
	exchange   = 10 * time.Second // one request and its reply
	atOnce     = 8
)

// The files in the folder.
const (
	lockName    = "instance.lock"
	addressName = "instance.json"
	socketName  = "instance.sock"
)

// maxSocketPath is how long the path of a Unix socket may be on all systems.
const maxSocketPath = 100

// address is what the holder writes for others.
type address struct {
	Network string `json:"network"`
	Address string `json:"address"`
	Token   string `json:"token"`
}

// message is a request with its proof.
type message struct {
	Token string `json:"token"`
	Request
}

// Instance is the one that runs.
type Instance struct {
	dir      string
	lock     *flock.Flock
	listener net.Listener
	token    string
}

// Acquire becomes the one instance of the folder, which it makes where there is
// none. The error is ErrRunning when another one is it.
func Acquire(dir string) (*Instance, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for the lock: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockName), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	mine, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("take the lock: %w", err)
	}
	if !mine {
		return nil, ErrRunning
	}
	i := &Instance{dir: dir, lock: lock}
	if err := i.listen(); err != nil {
		_ = i.Close()
		return nil, err
	}
	return i, nil
}

// listen opens the control channel and tells where it is.
func (i *Instance) listen() error {
	i.token = rand.Text()
	network, at := "tcp", "127.0.0.1:0"
	if socket := filepath.Join(i.dir, socketName); runtime.GOOS != "windows" && len(socket) <= maxSocketPath {
		network, at = "unix", socket
		// One that was killed leaves its socket; the lock says that it is gone.
		if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove the old control socket: %w", err)
		}
	}
	l, err := net.Listen(network, at)
	if err != nil {
		return fmt.Errorf("open the control channel: %w", err)
	}
	i.listener = l
	data, err := json.Marshal(address{network, l.Addr().String(), i.token})
	if err != nil {
		return err
	}
	// A new file, so that nobody reads half of one, or an old one's wider rights.
	temp := filepath.Join(i.dir, addressName+".new")
	if err := os.WriteFile(temp, data, 0o600); err != nil {
		_ = os.Remove(temp) // half of it is there when the disk is full
		return fmt.Errorf("write the control channel's address: %w", err)
	}
	if err := os.Rename(temp, filepath.Join(i.dir, addressName)); err != nil {
		_ = os.Remove(temp)
		return fmt.Errorf("write the control channel's address: %w", err)
	}
	return nil
}

// Close lets others be the one instance.
func (i *Instance) Close() error {
	if i.listener != nil {
		_ = os.Remove(filepath.Join(i.dir, addressName))
		_ = i.listener.Close()
	}
	// The file stays: who removes it could remove one that another has locked.
	return i.lock.Close()
}

// Serve answers requests until ctx is done. handle may be called from several
// goroutines at once.
func (i *Instance) Serve(ctx context.Context, handle func(context.Context, Request) Reply) {
	stop := context.AfterFunc(ctx, func() { _ = i.listener.Close() })
	defer stop()
	var wait sync.WaitGroup
	defer wait.Wait()
	slots := make(chan struct{}, atOnce)
	for {
		c, err := i.listener.Accept()
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(100 * time.Millisecond) // too many open files, perhaps
			continue
		}
		select {
		case slots <- struct{}{}:
			wait.Go(func() {
				i.answer(ctx, c, handle)
				<-slots
			})
		default:
			_ = c.Close()
		}
	}
}

// answer takes one request.
func (i *Instance) answer(ctx context.Context, c net.Conn, handle func(context.Context, Request) Reply) {
	defer c.Close() //nolint:errcheck // the reply was flushed or the peer is gone
	ctx, cancel := context.WithTimeout(ctx, exchange)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	line, err := bufio.NewReader(io.LimitReader(c, maxMessage)).ReadBytes('\n')
	if err != nil {
		return
	}
	var m message
	reply := Reply{Error: "that is no request"}
	if json.Unmarshal(line, &m) == nil {
		if subtle.ConstantTimeCompare([]byte(m.Token), []byte(i.token)) != 1 {
			return // a stranger hears nothing
		}
		reply = handle(ctx, m.Request)
	}
	// Who is gone does not need the answer.
	_ = json.NewEncoder(c).Encode(reply)
}

// Send hands a request over to the instance that runs.
func Send(ctx context.Context, dir string, r Request) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, exchange)
	defer cancel()
	a, err := find(ctx, dir)
	if err != nil {
		return Reply{}, err
	}
	var d net.Dialer
	c, err := d.DialContext(ctx, a.Network, a.Address)
	if err != nil {
		return Reply{}, fmt.Errorf("reach the doomhost that runs: %w", err)
	}
	defer c.Close() //nolint:errcheck // one exchange, and that is read
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	if err := json.NewEncoder(c).Encode(message{a.Token, r}); err != nil {
		return Reply{}, fmt.Errorf("ask the doomhost that runs: %w", err)
	}
	line, err := bufio.NewReader(io.LimitReader(c, maxMessage)).ReadBytes('\n')
	if err != nil {
		return Reply{}, fmt.Errorf("hear from the doomhost that runs: %w", err)
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return Reply{}, fmt.Errorf("hear from the doomhost that runs: %w", err)
	}
	if reply.Error != "" {
		return Reply{}, errors.New(reply.Error)
	}
	return reply, nil
}

// find reads where the holder listens. One that has just begun may not have
// said it yet.
func find(ctx context.Context, dir string) (address, error) {
	for {
		data, err := os.ReadFile(filepath.Join(dir, addressName))
		if err == nil {
			var a address
			if err := json.Unmarshal(data, &a); err != nil {
				return address{}, fmt.Errorf("read the control channel's address: %w", err)
			}
			return a, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return address{}, fmt.Errorf("read the control channel's address: %w", err)
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return address{}, errors.New("another doomhost runs, but does not say where: end it and start again")
		}
	}
}
