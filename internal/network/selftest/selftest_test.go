package selftest

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestAdviceSaysWhatToDo(t *testing.T) {
	up, down := Address{URL: "http://10.0.0.1:8666/", OK: true}, Address{URL: "http://10.0.0.1:8666/", Error: "refused"}
	for _, c := range []struct {
		what   string
		r      Result
		ok     bool
		line   string
		advice string
	}{
		{"all is well", Result{Addresses: []Address{up}, Firewall: Firewall{"", Off}}, true, "no firewall", ""},
		{"opened", Result{Addresses: []Address{up}, Firewall: Firewall{"ufw", Opened}}, true, "no firewall", ""},
		{"no network", Result{}, false, "not connected to a network", "doomhost can keep running"},
		{"refused", Result{Addresses: []Address{down}, Firewall: Firewall{"", Off}}, false, "(refused)", ""},
		{"one of two", Result{Addresses: []Address{down, up}, Firewall: Firewall{"", Off}}, true, "answers at http://10.0.0.1:8666/", ""},
		{"ufw closes", Result{Addresses: []Address{up}, Firewall: Firewall{"ufw", Closed}}, false, "ufw", "sudo ufw allow 8666"},
		{"firewalld is unknown", Result{Addresses: []Address{up}, Firewall: Firewall{"firewalld", Unknown}}, true, "firewalld", "--add-port=8666/tcp --add-port=8666/udp"},
		{"Windows closes", Result{Addresses: []Address{up}, Firewall: Firewall{"Windows Firewall", Closed}}, false, "Windows Firewall", "If Windows says that this network is public, set it to private"},
		{"Windows opens", Result{Addresses: []Address{up}, Firewall: Firewall{"Windows Firewall", Opened}}, true, "allows doomhost", "If Windows says that this network is public, set it to private"},
		{"Windows is off", Result{Addresses: []Address{up}, Firewall: Firewall{"Windows Firewall", Off}}, true, "no firewall", ""},
		{"no permission to look", Result{Addresses: []Address{up}, Firewall: Firewall{"", Unknown}}, true, "doomhost cannot see", "sudo nft list ruleset"},
		{"no permission to look, and the host does not answer", Result{Addresses: []Address{down}, Firewall: Firewall{"", Unknown}}, false, "(refused)", ""},
		{"iptables drops", Result{Addresses: []Address{up}, Firewall: Firewall{"iptables", Unknown}}, true, "iptables", "sudo iptables -S INPUT"},
	} {
		c.r.judge(8666)
		if c.r.OK != c.ok || !strings.Contains(c.r.Line, c.line) || !strings.Contains(c.r.Advice, c.advice) || (c.advice == "") != (c.r.Advice == "") {
			t.Errorf("%s: %+v", c.what, c.r)
		}
		if strings.Contains(c.r.Line, "\n") {
			t.Errorf("%s: more than a line", c.what)
		}
	}
}

func TestUfw(t *testing.T) {
	if !ufwEnabled("# x\nENABLED=yes\nLOGLEVEL=low\n") || ufwEnabled("ENABLED=no\n") || ufwEnabled("") {
		t.Error("ufw.conf is misread")
	}
	const head = "Status: active\n\nTo                         Action      From\n--                         ------      ----\n"
	for text, want := range map[string]State{
		"Status: inactive\n":                                             Off,
		"ERROR: You need to be root to run this script\n":                Unknown,
		head + "22/tcp                     ALLOW       Anywhere\n":       Closed,
		head + "8666/tcp                   ALLOW       Anywhere\n":       Opened,
		head + "8666                       ALLOW       192.168.0.0/16\n": Opened,
		head + "8666/tcp                   DENY        Anywhere\n":       Closed,
		head + "Anywhere                   ALLOW       192.168.1.0/24\n": Opened,
		head + "18666/tcp                  ALLOW       Anywhere\n":       Closed,
	} {
		if got := ufwState(text, "8666"); got != want {
			t.Errorf("%v, want %v for\n%s", got, want, text)
		}
	}
}

func TestNftables(t *testing.T) {
	const strict = "table inet filter {\n\tchain input {\n\t\ttype filter hook input priority filter; policy drop;\n\t\tct state established,related accept\n%s\t}\n}\n"
	for what, c := range map[string]struct {
		text string
		want State
		seen bool
	}{
		"nothing":              {"", Off, false},
		"accepts all":          {strings.ReplaceAll(strings.ReplaceAll(strict, "policy drop", "policy accept"), "%s", ""), Off, false},
		"drops all":            {strings.ReplaceAll(strict, "%s", ""), Unknown, true},
		"accepts the port":     {strings.ReplaceAll(strict, "%s", "\t\ttcp dport { 22, 8666 } accept\n"), Opened, true},
		"accepts another port": {strings.ReplaceAll(strict, "%s", "\t\ttcp dport 22 accept\n"), Unknown, true},
		"forwards strictly":    {"table ip f {\n\tchain forward {\n\t\ttype filter hook forward priority 0; policy drop;\n\t}\n}\n", Off, false},
		"rejects at the end":   {"table ip f {\n\tchain i {\n\t\ttype filter hook input priority 0; policy accept;\n\t\treject\n\t}\n}\n", Unknown, true},
	} {
		if got, seen := nftState(c.text, "8666"); got != c.want || seen != c.seen {
			t.Errorf("%s: %v, %v", what, got, seen)
		}
	}
}

func TestIptables(t *testing.T) {
	for what, c := range map[string]struct {
		text string
		want State
		seen bool
	}{
		"nothing":               {"", Off, false},
		"accepts all":           {"-P INPUT ACCEPT\n-A INPUT -s 10.0.0.9/32 -j DROP\n", Off, false},
		"drops all":             {"-P INPUT DROP\n-A INPUT -i lo -j ACCEPT\n", Unknown, true},
		"accepts the port":      {"-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 8666 -j ACCEPT\n", Opened, true},
		"accepts several ports": {"-P INPUT DROP\n-A INPUT -p tcp -m multiport --dports 22,8666 -j ACCEPT\n", Opened, true},
		"accepts another port":  {"-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 18666 -j ACCEPT\n", Unknown, true},
		"rejects at the end":    {"-P INPUT ACCEPT\n-A INPUT -p tcp --dport 22 -j ACCEPT\n-A INPUT -j REJECT --reject-with icmp-port-unreachable\n", Unknown, true},
		"rejects, but not this": {"-P INPUT ACCEPT\n-A INPUT -p tcp --dport 8666 -j ACCEPT\n-A INPUT -j DROP\n", Opened, true},
	} {
		if got, seen := iptablesState(c.text, "8666"); got != c.want || seen != c.seen {
			t.Errorf("%s: %v, %v", what, got, seen)
		}
	}
}

func TestWindowsRules(t *testing.T) {
	const program = `C:\Games\doomhost.exe`
	allow := `v2.31|Action=Allow|Active=TRUE|Dir=In|Protocol=6|Profile=Private|App=` + program + `|Name=doomhost|`
	for what, c := range map[string]struct {
		rules []string
		want  State
	}{
		"none":              {nil, Closed},
		"the program":       {[]string{allow}, Opened},
		"in upper case":     {[]string{strings.ToUpper(allow)}, Opened},
		"the port":          {[]string{`v2|Action=Allow|Active=TRUE|Dir=In|Protocol=6|LPort=8666|`}, Opened},
		"another port":      {[]string{`v2|Action=Allow|Active=TRUE|Dir=In|Protocol=6|LPort=80|`}, Closed},
		"another program":   {[]string{strings.Replace(allow, "doomhost.exe", "other.exe", 1)}, Closed},
		"switched off":      {[]string{strings.Replace(allow, "TRUE", "FALSE", 1)}, Closed},
		"outwards":          {[]string{strings.Replace(allow, "Dir=In", "Dir=Out", 1)}, Closed},
		"UDP":               {[]string{strings.Replace(allow, "Protocol=6", "Protocol=17", 1)}, Closed},
		"blocked by a rule": {[]string{allow, strings.Replace(allow, "Allow", "Block", 1)}, Closed},
	} {
		if got := windowsRules(c.rules, program, "8666"); got != c.want {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}

func TestRunConnectsToTheHost(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	go func() { _ = server.Serve(l) }()
	defer server.Close() //nolint:errcheck // the test is over
	port := l.Addr().(*net.TCPAddr).Port
	r := Run(context.Background(), port, []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("127.0.0.2")}, "")
	if !r.Addresses[0].OK || r.Addresses[1].OK || r.Addresses[1].Error != "refused" {
		t.Errorf("%+v", r.Addresses)
	}
	b, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(b), `"state":"`) {
		t.Errorf("%s, %v", b, err)
	}
}
