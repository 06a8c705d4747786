//go:build packages

package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doomhost/installers/dist"
	"doomhost/installers/product"
	"doomhost/internal/testkit/hosttest"
)

// The two releases that are tried: one is upgraded to the other and back. The
// older one is without Freedoom, so that its sizes are those of doomhost alone.
const (
	older = "v0.8.9"
	newer = "v0.9.0-rc.1"
)

// releases are the folders with the packages of each version.
var releases = map[string]string{}

func TestMain(m *testing.M) { os.Exit(tryAll(m)) }

func tryAll(m *testing.M) int {
	tmp := os.Getenv("TRIAL_RELEASES") // built before, for whoever works on one trial
	if tmp != "" {
		for _, version := range []string{older, newer} {
			releases[version] = filepath.Join(tmp, version)
		}
		return m.Run()
	}
	tmp, err := os.MkdirTemp("", "doomhost-trial-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(tmp)
	for version, freedoom := range map[string]string{older: "none", newer: ""} {
		releases[version] = filepath.Join(tmp, version)
		if err := build(releases[version], version, freedoom); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

// build calls the command as people do.
func build(out, version, freedoom string, more ...string) error {
	args := append([]string{"run", "./installers", "--out", out, "--version", version, "--freedoom", freedoom}, more...)
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

func productOf(t testing.TB, version string) product.Product {
	t.Helper()
	v, err := product.ParseVersion(version, 1)
	if err != nil {
		t.Fatal(err)
	}
	return product.Product{Version: v, Maintainer: product.DefaultMaintainer}
}

// file is the path of one target of a release.
func file(t testing.TB, version, target string) string {
	t.Helper()
	picked, err := dist.Select(dist.Targets(), target)
	if err != nil {
		t.Fatal(err)
	}
	name, err := picked[0].FileName(productOf(t, version))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(releases[version], name)
}

// patience is how long anything may take, on a machine that does much else: who
// waits for longer waits for something that does not come.
const patience = 15 * time.Minute

// run runs a command and returns all that it said.
func run(t testing.TB, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// game is a doomhost that runs.
type game struct {
	cmd *exec.Cmd
	url string
}

// start runs a command that is given a port as its last argument, and waits
// until the game answers there.
func start(t testing.TB, env []string, words ...string) *game {
	t.Helper()
	port := fmt.Sprint(hosttest.FreePort(t))
	cmd := exec.Command(words[0], append(words[1:], "--no-open", "--no-qr", "--no-mdns", "--beside", "--log", "error", "--port", port)...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	g := &game{cmd, "http://127.0.0.1:" + port}
	t.Cleanup(g.stop)
	for begin := time.Now(); time.Since(begin) < patience; {
		if _, err := g.version(); err == nil {
			return g
		}
		time.Sleep(50 * time.Millisecond) // a trial has a real clock and nothing better to wait for
	}
	t.Fatalf("%s does not answer", strings.Join(words, " "))
	return nil
}

func (g *game) stop() {
	if g.cmd.ProcessState == nil {
		_ = g.cmd.Process.Kill()
		_ = g.cmd.Wait()
	}
}

// version asks the game which build it is.
func (g *game) version() (string, error) {
	resp, err := http.Get(g.url + "/api/info")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var info struct{ Version string }
	if err := json.NewDecoder(resp.Body).Decode(&info); err != nil {
		return "", err
	}
	return info.Version, nil
}

// stillRuns fails unless the game goes on as the version that was started.
func (g *game) stillRuns(t testing.TB, version, after string) {
	t.Helper()
	if got, err := g.version(); err != nil || got != version {
		t.Errorf("after %s the running game says %q, %v; want %s", after, got, err, version)
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// playsFreedoom fails unless the game that the host would start is Freedoom's.
func (g *game) playsFreedoom(t testing.TB) {
	t.Helper()
	resp, err := http.Get(g.url + "/api/info")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var info struct{ WAD string }
	if err := json.NewDecoder(resp.Body).Decode(&info); err != nil || !strings.HasPrefix(info.WAD, "freedoom") {
		t.Errorf("the game is %q, %v", info.WAD, err)
	}
}
