package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"doomhost/internal/testkit/hosttest"
	"doomhost/internal/testkit/testwads"
	"doomhost/web"
)

// doomhost is a running host: the real program.
type doomhost struct {
	data string // the folder of its data
	t    testing.TB
	port int
	cmd  *exec.Cmd

	crashed bool
	done    chan struct{} // closed when it has ended

	mu  sync.Mutex // guards out
	out []string
}

// start builds and starts doomhost with Freedoom, and waits until it answers.
func start(t testing.TB, args ...string) *doomhost {
	t.Helper()
	if err := web.Built(); err != nil {
		t.Fatal(err)
	}
	wads := filepath.Dir(testwads.Path(t, "freedoom1"))
	h := &doomhost{t: t, data: t.TempDir(), port: hosttest.FreePort(t), done: make(chan struct{})}
	h.run(wads, args...)
	t.Cleanup(h.stop)
	return h
}

// again starts a host that has ended once more, at the same port.
func (h *doomhost) again(args ...string) {
	h.t.Helper()
	h.crashed, h.done = false, make(chan struct{})
	h.run(filepath.Dir(testwads.Path(h.t, "freedoom1")), args...)
}

func (h *doomhost) run(wads string, args ...string) {
	h.t.Helper()
	t := h.t
	h.cmd = exec.Command(program(t), append([]string{
		"--port", fmt.Sprint(h.port), "--name", "End to end", "--wads", wads,
		"--webrtc", "off", "--no-open", "--no-mdns", "--no-qr", "--allow-host", strangeName,
	}, args...)...)
	h.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+h.data, "XDG_CONFIG_HOME="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir())
	pipe, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	h.cmd.Stderr = h.cmd.Stdout
	if err := h.cmd.Start(); err != nil {
		t.Fatal("start doomhost:", err)
	}
	go h.listen(pipe)
	h.await()
}

func (h *doomhost) listen(pipe io.Reader) {
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		h.mu.Lock()
		h.out = append(h.out, lines.Text())
		h.mu.Unlock()
	}
	close(h.done)
}

// await waits for the first answer.
func (h *doomhost) await() {
	h.t.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-h.done:
			h.t.Fatalf("doomhost ended at once:\n%s", h.output())
		case <-deadline:
			h.t.Fatalf("doomhost did not answer at port %d:\n%s", h.port, h.output())
		case <-tick.C:
			if r, err := http.Get(h.url("localhost") + "/api/info"); err == nil {
				r.Body.Close()
				if r.StatusCode == http.StatusOK {
					return
				}
			}
		}
	}
}

// quit ends the host as its terminal would.
func (h *doomhost) quit() {
	h.t.Helper()
	h.stop()
	h.crashed = true
}

// crash ends the host without a word.
func (h *doomhost) crash() {
	h.t.Helper()
	h.crashed = true
	if err := h.cmd.Process.Kill(); err != nil {
		h.t.Fatal(err)
	}
	<-h.done
	_ = h.cmd.Wait() // it was killed, as it will say
}

func (h *doomhost) stop() {
	if h.crashed {
		return
	}
	if h.t.Failed() {
		h.t.Logf("doomhost said:\n%s", h.output())
	}
	if err := h.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Log("stop doomhost:", err)
	}
	select {
	case <-h.done:
	case <-time.After(10 * time.Second):
		h.t.Error("doomhost did not end within 10 s of SIGTERM")
		_ = h.cmd.Process.Kill()
		<-h.done
	}
	if err := h.cmd.Wait(); err != nil {
		h.t.Error("doomhost ended badly:", err)
	}
}

func (h *doomhost) output() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.out, "\n")
}

func (h *doomhost) url(name string) string { return fmt.Sprintf("http://%s:%d", name, h.port) }

// page is the client's address; the pages keep the hashes of all tics.
func (h *doomhost) page(name string) string { return h.url(name) + "/?debug" }

// info is a field of /api/info.
func (h *doomhost) info() map[string]any {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url("localhost")+"/api/info", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	var info map[string]any
	if err := json.NewDecoder(response.Body).Decode(&info); err != nil {
		h.t.Fatal("/api/info:", err)
	}
	return info
}

// program builds doomhost once for all tests. $DOOMHOST names another one, such as
// that of an installed package.
func program(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("DOOMHOST"); path != "" {
		return path
	}
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// scratch is removed when all tests are done.
var scratch string

var built = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "doomhost")
	cmd := exec.Command("go", "build", "-o", path, "doomhost/cmd/doomhost")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build doomhost: %w\n%s", err, text)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "doomhost-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	flag.Parse()
	if err := flag.Set("test.parallel", "100"); err != nil { // how many run is decided by beside
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	endShared()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
