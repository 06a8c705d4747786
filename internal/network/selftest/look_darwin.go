package selftest

import (
	"context"
	"os/exec"
	"strings"
)

// queryFirewall queries whether the firewall is on. The firewall itself asks the user about unknown
// programs.
func queryFirewall(ctx context.Context, _ int, _ string) Firewall {
	const name = "macOS firewall"
	out, err := exec.CommandContext(ctx, "/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate").Output()
	switch {
	case err != nil:
		return Firewall{name, Unknown}
	case strings.Contains(string(out), "disabled"):
		return Firewall{name, Off}
	}
	return Firewall{name, Unknown}
}
