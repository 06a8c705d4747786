package selftest

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// look asks the firewalls that Linux systems have. Most tell only root.
func look(ctx context.Context, port int, _ string) Firewall {
	text := strconv.Itoa(port)
	if conf, err := os.ReadFile("/etc/ufw/ufw.conf"); err == nil && ufwEnabled(string(conf)) {
		out, err := exec.CommandContext(ctx, "ufw", "status").Output()
		state := Unknown
		if err == nil {
			state = ufwState(string(out), text)
		}
		if state != Off {
			return Firewall{"ufw", state}
		}
	}
	if out, err := exec.CommandContext(ctx, "firewall-cmd", "--state").Output(); err == nil && strings.TrimSpace(string(out)) == "running" {
		out, err := exec.CommandContext(ctx, "firewall-cmd", "--query-port="+portText(port)).Output()
		switch {
		case strings.TrimSpace(string(out)) == "yes":
			return Firewall{"firewalld", Opened}
		case strings.TrimSpace(string(out)) == "no":
			return Firewall{"firewalld", Closed}
		case err != nil:
			return Firewall{"firewalld", Unknown}
		}
	}
	if out, err := exec.CommandContext(ctx, "nft", "list", "ruleset").Output(); err == nil {
		if state, ok := nftState(string(out), text); ok {
			return Firewall{"nftables", state}
		}
	}
	return Firewall{"", Off}
}
