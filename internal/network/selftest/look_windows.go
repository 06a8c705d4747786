package selftest

import (
	"context"
	"strconv"

	"golang.org/x/sys/windows/registry"
)

const policy = `SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy`

// queryFirewall reads the firewall's rules, which any user may read.
func queryFirewall(_ context.Context, port int, program string) Firewall {
	const name = windowsFirewall
	profile, err := registry.OpenKey(registry.LOCAL_MACHINE, policy+`\StandardProfile`, registry.QUERY_VALUE)
	if err != nil {
		return Firewall{name, Unknown}
	}
	on, _, err := profile.GetIntegerValue("EnableFirewall")
	_ = profile.Close()
	if err == nil && on == 0 {
		return Firewall{name, Off}
	}
	k, err := registry.OpenKey(registry.LOCAL_MACHINE, policy+`\FirewallRules`, registry.QUERY_VALUE)
	if err != nil {
		return Firewall{name, Unknown}
	}
	defer k.Close() //nolint:errcheck // only read
	names, err := k.ReadValueNames(-1)
	if err != nil {
		return Firewall{name, Unknown}
	}
	var rules []string
	for _, n := range names {
		if rule, _, err := k.GetStringValue(n); err == nil {
			rules = append(rules, rule)
		}
	}
	return Firewall{name, windowsRules(rules, program, strconv.Itoa(port))}
}
