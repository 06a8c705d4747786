package selftest

import (
	"strconv"
	"strings"
)

// judge summarizes the results in r.
func (r *Result) judge(port int) {
	reached, missed := "", ""
	for _, a := range r.Addresses {
		if a.OK && reached == "" {
			reached = a.URL
		}
		if !a.OK && missed == "" {
			missed = a.URL + " (" + a.Error + ")"
		}
	}
	f := r.Firewall
	switch {
	case len(r.Addresses) == 0:
		r.Line = "This machine is not connected to a network, so others cannot reach it."
		r.Advice = "Join a network; doomhost can keep running. The address will appear on your page and in the host's window."
	case reached == "":
		r.Line = "Even this machine cannot reach the game at " + missed + "."
		r.Advice = advice(f.Name, port)
	case f.State == Closed:
		r.Line = "The game answers at " + reached + ", but " + f.Name + " on this machine blocks all other players."
		r.Advice = advice(f.Name, port)
	case f.State == Unknown && f.Name != "":
		r.OK = true
		r.Line = "The game answers at " + reached + ". If others cannot open it, " + f.Name + " on this machine probably blocks it."
		r.Advice = advice(f.Name, port)
	case f.State == Unknown:
		r.OK = true
		r.Line = "The game answers at " + reached + ". If a firewall on this machine blocks it, doomhost cannot see that: only root can list the rules."
		r.Advice = "If others cannot open it, check that the rules accept TCP and UDP port " + strconv.Itoa(port) + ": run sudo nft list ruleset or sudo iptables -S INPUT."
	case f.State == Opened && f.Name == windowsFirewall:
		// The installer's rules, and the box that Windows offers to tick, cover only
		// private networks.
		r.OK = true
		r.Line = "The game answers at " + reached + ", and " + f.Name + " allows doomhost."
		r.Advice = "If others cannot open it: " + setPrivate
	default:
		r.OK = true
		r.Line = "The game answers at " + reached + ", and no firewall on this machine blocks it."
	}
}

const (
	windowsFirewall = "Windows Firewall"
	setPrivate      = "If Windows says that this network is public, set it to private (Settings, Network)."
)

// advice says how to open a port in a firewall: TCP, and UDP for the data channels, which
// are optional.
func advice(firewall string, port int) string {
	number := strconv.Itoa(port)
	switch firewall {
	case "ufw":
		return "sudo ufw allow " + number // both
	case "firewalld":
		return "sudo firewall-cmd --add-port=" + portText(port) + " --add-port=" + number + "/udp"
	case "nftables":
		return "Accept TCP and UDP port " + number + "; sudo nft list ruleset shows the rules."
	case "iptables":
		return "Accept TCP and UDP port " + number + "; sudo iptables -S INPUT shows the rules."
	case windowsFirewall:
		return "In Windows Security, Firewall, Allow an app through firewall: tick doomhost for private networks. " + setPrivate
	case "macOS firewall":
		return "In System Settings, Network, Firewall, Options: set doomhost to allow incoming connections."
	}
	return ""
}

// ufwEnabled parses /etc/ufw/ufw.conf.
func ufwEnabled(conf string) bool {
	for line := range strings.Lines(conf) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "ENABLED="); ok {
			return strings.EqualFold(strings.Trim(v, `"'`), "yes")
		}
	}
	return false
}

// ufwState parses the output of `ufw status`, which answers only root.
func ufwState(status, port string) State {
	if strings.Contains(status, "Status: inactive") {
		return Off
	}
	if !strings.Contains(status, "Status: active") {
		return Unknown
	}
	for line := range strings.Lines(status) {
		f := strings.Fields(line)
		if len(f) >= 2 && (f[0] == port || f[0] == port+"/tcp" || f[0] == "Anywhere") {
			for _, word := range f[1:] {
				if word == "ALLOW" {
					return Opened
				}
			}
		}
	}
	return Closed
}

// nftState parses the output of `nft list ruleset`: whether a chain at the input hook drops
// unmatched packets, and whether a rule accepts the port. Rulesets are too complex to
// understand fully, so the result is a guess and is presented as one.
func nftState(ruleset, port string) (State, bool) {
	input, strict, taken := false, false, false
	depth, chain := 0, 0
	for line := range strings.Lines(ruleset) {
		line = strings.TrimSpace(line)
		if strings.HasSuffix(line, "{") {
			depth++
			if strings.HasPrefix(line, "chain ") {
				chain = depth
				input = false
			}
		}
		if depth >= chain && chain > 0 {
			if strings.Contains(line, "hook input") {
				input = true
				strict = strict || strings.Contains(line, "policy drop")
			}
			words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '{' || r == '}' || r == ';' })
			switch {
			case input && len(words) > 0 && (words[0] == "drop" || words[0] == "reject"):
				strict = true // a final rule for all packets
			case len(words) > 0 && words[len(words)-1] == "accept" && contains(words, "dport") && contains(words, port):
				taken = true
			}
		}
		if strings.HasPrefix(line, "}") {
			depth--
		}
	}
	return guess(strict, taken)
}

// iptablesState parses the output of `iptables -S INPUT` and guesses, as nftState does,
// whether it drops unmatched packets and whether a rule accepts the port.
func iptablesState(rules, port string) (State, bool) {
	strict, taken := false, false
	for line := range strings.Lines(rules) {
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "-P":
			strict = words[2] == "DROP"
		case len(words) >= 4 && words[0] == "-A" && words[2] == "-j" && (words[3] == "DROP" || words[3] == "REJECT"):
			strict = true // a final rule for all packets
		case strings.Contains(line, "-j ACCEPT"):
			for i, w := range words[:len(words)-1] {
				if w == "--dport" && words[i+1] == port || w == "--dports" && contains(strings.Split(words[i+1], ","), port) {
					taken = true
				}
			}
		}
	}
	return guess(strict, taken)
}

// guess combines the two findings: strict means that unmatched packets are dropped, taken
// that a rule accepts the port. The second result reports whether the rules matter.
func guess(strict, taken bool) (State, bool) {
	switch {
	case !strict:
		return Off, false
	case taken:
		return Opened, true
	}
	return Unknown, true
}

func contains(words []string, want string) bool {
	for _, w := range words {
		if w == want {
			return true
		}
	}
	return false
}

// windowsRules reports whether the rules of the Windows firewall admit a program or a port.
// Each rule is a line such as
// "v2.31|Action=Allow|Active=TRUE|Dir=In|Protocol=6|LPort=8666|App=C:\x.exe|".
func windowsRules(rules []string, program, port string) State {
	state := Closed // without a rule, Windows admits nobody
	for _, rule := range rules {
		is := func(key, value string) bool {
			return strings.Contains(strings.ToLower(rule)+"|", strings.ToLower("|"+key+"="+value+"|"))
		}
		has := func(key string) bool { return strings.Contains(strings.ToLower(rule), strings.ToLower("|"+key+"=")) }
		if !is("Dir", "In") || !is("Active", "TRUE") || has("Protocol") && !is("Protocol", "6") {
			continue
		}
		if !is("App", program) && (has("App") || !is("LPort", port)) || is("App", program) && has("LPort") && !is("LPort", port) {
			continue
		}
		if is("Action", "Block") {
			return Closed // takes precedence over all rules that allow
		}
		if is("Action", "Allow") {
			state = Opened
		}
	}
	return state
}
