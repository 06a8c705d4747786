// Package instance makes sure that each user runs one doomhost at a time, and lets a second
// start hand its request over to the first.
//
// A folder of the user contains a lock, which the system releases however its holder ends,
// and a file with the holder's address (a Unix socket, or a loopback port on systems
// without them) and a secret. Only the user can read the folder and the file, and only a
// client that knows the secret can talk to the holder.
//
// Serve runs one goroutine that accepts and one for each request. It returns after all of
// them have ended.
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

// Request is the request of a second start to the first.
type Request struct {
	// Action is "open", which requests the URL of the host's own lobby.
	Action string `json:"action"`
}

// Reply is the first start's answer.
type Reply struct {
	// URL is the host's own lobby. It contains the secret, so only the user's browser may
	// have it.
	URL string `json:"url,omitempty"`
	// Error is the reason of a refusal, for people.
	Error string `json:"error,omitempty"`
}

// ErrRunning means that another instance is running.
var ErrRunning = errors.New("doomhost is running already")

// Limits of a request.
const (
	maxMessage = 4 << 10
	exchange   = 10 * time.Second // for one request and its reply
	atOnce     = 8
)

// Files in the folder.
const (
	lockName    = "instance.lock"
	addressName = "instance.json"
	socketName  = "instance.sock"
)

// maxSocketPath is a length for the path of a Unix socket that all systems support.
const maxSocketPath = 100

// address is the content of the holder's file.
type address struct {
	Network string `json:"network"`
	Address string `json:"address"`
	Token   string `json:"token"`
}

// message is a request with the secret.
type message struct {
	Token string `json:"token"`
	Request
}

// Instance is the running instance.
type Instance struct {
	dir      string
	lock     *flock.Flock
	listener net.Listener
	token    string
}

// Acquire makes this process the instance of the folder, which it creates if necessary. It
// returns ErrRunning if another process is the instance.
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

// listen opens the control channel and writes its address to the file.
func (i *Instance) listen() error {
	i.token = rand.Text()
	network, at := "tcp", "127.0.0.1:0"
	if socket := filepath.Join(i.dir, socketName); runtime.GOOS != "windows" && len(socket) <= maxSocketPath {
		network, at = "unix", socket
		// A killed instance leaves its socket behind; the lock proves that it has ended.
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
	// Write a new file, so that readers never see a partial one, or one with an old file's
	// permissions.
	temp := filepath.Join(i.dir, addressName+".new")
	if err := os.WriteFile(temp, data, 0o600); err != nil {
		_ = os.Remove(temp) // a partial file, if the disk is full
		return fmt.Errorf("write the control channel's address: %w", err)
	}
	if err := os.Rename(temp, filepath.Join(i.dir, addressName)); err != nil {
		_ = os.Remove(temp)
		return fmt.Errorf("write the control channel's address: %w", err)
	}
	return nil
}

// Close releases the lock for another instance.
func (i *Instance) Close() error {
	if i.listener != nil {
		_ = os.Remove(filepath.Join(i.dir, addressName))
		_ = i.listener.Close()
	}
	// Keep the lock file: another process may have locked it by now.
	return i.lock.Close()
}

// Serve answers requests until ctx is done. It may call handle from several goroutines at
// once.
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
			time.Sleep(100 * time.Millisecond) // for example, too many open files
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

// answer answers one request.
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
	reply := Reply{Error: "invalid request"}
	if json.Unmarshal(line, &m) == nil {
		if subtle.ConstantTimeCompare([]byte(m.Token), []byte(i.token)) != 1 {
			return // strangers get no answer
		}
		reply = handle(ctx, m.Request)
	}
	// Ignore the error: the client may have disconnected.
	_ = json.NewEncoder(c).Encode(reply)
}

// Send hands a request over to the running instance.
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
		return Reply{}, fmt.Errorf("connect to the running doomhost: %w", err)
	}
	defer c.Close() //nolint:errcheck // the reply is complete
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	if err := json.NewEncoder(c).Encode(message{a.Token, r}); err != nil {
		return Reply{}, fmt.Errorf("send a request to the running doomhost: %w", err)
	}
	line, err := bufio.NewReader(io.LimitReader(c, maxMessage)).ReadBytes('\n')
	if err != nil {
		return Reply{}, fmt.Errorf("read the reply of the running doomhost: %w", err)
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return Reply{}, fmt.Errorf("read the reply of the running doomhost: %w", err)
	}
	if reply.Error != "" {
		return Reply{}, errors.New(reply.Error)
	}
	return reply, nil
}

// find reads the holder's address. It waits, because a new instance may not have written it
// yet.
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
			return address{}, errors.New("another doomhost is running, but has not written its address: quit it and start again")
		}
	}
}
