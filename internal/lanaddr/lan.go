package lanaddr

// LAN picks the interfaces that lead to other machines: up, no loopback, with
// an address. Virtual ones are among them only when all is set.
func LAN(list []Interface, all bool) []Interface {
	var out []Interface
	for _, i := range list {
		if i.Up && !i.Loopback && len(i.Prefixes) > 0 && (all || !Virtual(i.Name)) {
			out = append(out, i)
		}
	}
	return out
}
