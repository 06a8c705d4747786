package selftest

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// says maps programs to their output; other programs are not installed.
type says map[string]string

// refuses marks a program that requires root.
const refuses = "!"

func (s says) run(name string, args ...string) (string, error) {
	out, ok := s[name+" "+strings.Join(args, " ")]
	switch {
	case !ok:
		return "", fmt.Errorf("exec: %q: %w", name, exec.ErrNotFound)
	case out == refuses:
		return "", errors.New("exit status 1")
	}
	return out, nil
}

func TestLinuxFirewallIsOffOnlyIfKnown(t *testing.T) {
	const (
		nft      = "nft list ruleset"
		iptables = "iptables -S INPUT"
		strict   = "table inet f {\n\tchain i {\n\t\ttype filter hook input priority 0; policy drop;\n\t}\n}\n"
		enabled  = "ENABLED=yes\n"
	)
	for what, c := range map[string]struct {
		conf string
		says says
		want Firewall
	}{
		"nothing is installed":            {"", says{}, Firewall{"", Off}},
		"nft without rules":               {"", says{nft: ""}, Firewall{"", Off}},
		"nft without rules, old iptables": {"", says{nft: "", iptables: refuses}, Firewall{"", Off}},
		"nft requires root":               {"", says{nft: refuses}, Firewall{"", Unknown}},
		"both require root":               {"", says{nft: refuses, iptables: refuses}, Firewall{"", Unknown}},
		"only iptables, requires root":    {"", says{iptables: refuses}, Firewall{"", Unknown}},
		"only iptables, open":             {"", says{iptables: "-P INPUT ACCEPT\n"}, Firewall{"", Off}},
		"iptables drops":                  {"", says{nft: "", iptables: "-P INPUT DROP\n"}, Firewall{"iptables", Unknown}},
		"nft drops":                       {"", says{nft: strict}, Firewall{"nftables", Unknown}},
		"ufw requires root":               {enabled, says{"ufw status": refuses, nft: refuses}, Firewall{"ufw", Unknown}},
		"ufw off, nft requires root":      {"ENABLED=no\n", says{"ufw status": refuses, nft: refuses}, Firewall{"", Unknown}},
		"firewalld closes":                {"", says{"firewall-cmd --state": "running\n", "firewall-cmd --query-port=8666/tcp": "no\n"}, Firewall{"firewalld", Closed}},
		"firewalld off, nft empty":        {"", says{"firewall-cmd --state": refuses, nft: ""}, Firewall{"", Off}},
	} {
		if got := linuxFirewall(c.conf, 8666, c.says.run); got != c.want {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}
