package selftest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// queryFirewall queries the usual firewalls of Linux. Most answer only root.
func queryFirewall(ctx context.Context, port int, _ string) Firewall {
	conf, err := os.ReadFile("/etc/ufw/ufw.conf")
	if err != nil {
		conf = nil // ufw is not installed
	}
	return linuxFirewall(string(conf), port, func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, program(name), args...)
		cmd.Env = append(os.Environ(), "LC_ALL=C") // the parsers expect English
		out, err := cmd.Output()
		return string(out), err
	})
}

// program finds a program that may be in a folder for administrators, outside the user's
// path.
func program(name string) string {
	if _, err := exec.LookPath(name); err != nil {
		for _, dir := range []string{"/usr/sbin", "/sbin"} {
			if path := filepath.Join(dir, name); isFile(path) {
				return path
			}
		}
	}
	return name
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// linuxFirewall decides by ufw.conf, which is empty without ufw, and by the output of
// programs. run returns exec.ErrNotFound or fs.ErrNotExist for a missing program.
func linuxFirewall(ufwConf string, port int, run func(name string, args ...string) (string, error)) Firewall {
	text := strconv.Itoa(port)
	if ufwEnabled(ufwConf) {
		state := Unknown
		if out, err := run("ufw", "status"); err == nil {
			state = ufwState(out, text)
		}
		if state != Off {
			return Firewall{"ufw", state}
		}
	}
	if out, err := run("firewall-cmd", "--state"); err == nil && strings.TrimSpace(out) == "running" {
		out, err := run("firewall-cmd", "--query-port="+portText(port))
		switch {
		case strings.TrimSpace(out) == "yes":
			return Firewall{"firewalld", Opened}
		case strings.TrimSpace(out) == "no":
			return Firewall{"firewalld", Closed}
		case err != nil:
			return Firewall{"firewalld", Unknown}
		}
	}
	// nft also lists the rules of iptables, except those of its legacy version.
	rules, nftErr := run("nft", "list", "ruleset")
	if nftErr == nil {
		if state, ok := nftState(rules, text); ok {
			return Firewall{"nftables", state}
		}
	}
	rules, tablesErr := run("iptables", "-S", "INPUT")
	if tablesErr == nil {
		if state, ok := iptablesState(rules, text); ok {
			return Firewall{"iptables", state}
		}
	}
	absent := func(err error) bool { return errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) }
	if nftErr != nil && (!absent(nftErr) || tablesErr != nil && !absent(tablesErr)) {
		return Firewall{"", Unknown} // rules may exist that only root can list
	}
	return Firewall{"", Off}
}
