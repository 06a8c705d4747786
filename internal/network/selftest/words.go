package selftest

import (
	"strconv"
	"strings"
)

// judge puts what was found out into words.
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
		r.Line = "This machine is in no network: others cannot reach it."
		r.Advice = "Join one; nothing needs to be started again. The address will be on your page and in the host's window."
	case reached == "":
		r.Line = "Not even this machine reaches the game at " + missed + "."
		r.Advice = advice(f.Name, port)
	case f.State == Closed:
		r.Line = "The game answers at " + reached + ", but " + f.Name + " on this machine lets nobody else in."
		r.Advice = advice(f.Name, port)
	case f.State == Unknown && f.Name != "":
		r.OK = true
		r.Line = "The game answers at " + reached + ". If others cannot open it, " + f.Name + " on this machine is likely in the way."
		r.Advice = advice(f.Name, port)
	case f.State == Unknown:
		r.OK = true
		r.Line = "The game answers at " + reached + ". Whether a firewall of this machine is in the way, doomhost cannot see: only root may look."
		r.Advice = "If others cannot open it, see whether the rules let TCP and UDP port " + strconv.Itoa(port) + " in: sudo nft list ruleset, or sudo iptables -S INPUT."
	case f.State == Opened && f.Name == windowsFirewall:
		// The installer's rules, and the tick that Windows offers, are for private
		// networks only.
		r.OK = true
		r.Line = "The game answers at " + reached + ", and " + f.Name + " knows doomhost."
		r.Advice = "If others cannot open it: " + setPrivate
	default:
		r.OK = true
		r.Line = "The game answers at " + reached + ", and no firewall of this machine is in the way."
	}
}

const (
	windowsFirewall = "Windows Firewall"
	setPrivate      = "If Windows says that this network is public, set it to private (Settings, Network)."
)

// advice is how to let a port through a firewall: TCP, and UDP for the data
// channels, without which the game works, too.
func advice(firewall string, port int) string {
	number := strconv.Itoa(port)
	switch firewall {
	case "ufw":
		return "sudo ufw allow " + number // both
	case "firewalld":
		return "sudo firewall-cmd --add-port=" + portText(port) + " --add-port=" + number + "/udp"
	case "nftables":
		return "Let TCP and UDP port " + number + " in: sudo nft list ruleset shows the rules."
	case "iptables":
		return "Let TCP and UDP port " + number + " in: sudo iptables -S INPUT shows the rules."
	case windowsFirewall:
		return "In Windows Security, Firewall, Allow an app through firewall: tick doomhost for private networks. " + setPrivate
	case "macOS firewall":
		return "In System Settings, Network, Firewall, Options: set doomhost to allow incoming connections."
	}
	return ""
}

// ufwEnabled reads /etc/ufw/ufw.conf.
func ufwEnabled(conf string) bool {
	for line := range strings.Lines(conf) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "ENABLED="); ok {
			return strings.EqualFold(strings.Trim(v, `"'`), "yes")
		}
	}
	return false
}

// ufwState reads what `ufw status` says. Only root is told.
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

// nftState reads what `nft list ruleset` says: whether some chain at the input
// hook drops what no rule takes, and whether a rule takes the port. Rules are too
// rich to be understood in full: this is a guess, and said as one.
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
				strict = true // a last rule that takes all
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

// iptablesState reads what `iptables -S INPUT` says, as a guess like nftState's:
// whether what no rule takes is dropped, and whether a rule takes the port.
func iptablesState(rules, port string) (State, bool) {
	strict, taken := false, false
	for line := range strings.Lines(rules) {
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "-P":
			strict = words[2] == "DROP"
		case len(words) >= 4 && words[0] == "-A" && words[2] == "-j" && (words[3] == "DROP" || words[3] == "REJECT"):
			strict = true // a last rule that takes all
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

// guess is what rules come to, and whether there are any that matter: strict ones
// drop what none takes, and one takes the port.
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

// windowsRules looks whether the rules of Windows' firewall let a program or a
// port in. Each rule is a line such as
// "v2.31|Action=Allow|Active=TRUE|Dir=In|Protocol=6|LPort=8666|App=C:\x.exe|".
func windowsRules(rules []string, program, port string) State {
	state := Closed // without a rule Windows lets nobody in
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
			return Closed // goes before all that allow
		}
		if is("Action", "Allow") {
			state = Opened
		}
	}
	return state
}
