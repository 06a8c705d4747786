package discovery

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLabel is how many bytes one label of a DNS name holds at most.
const maxLabel = 63

// maxTries is how many numbers are tried for a name that others have.
const maxTries = 20

// CleanName makes a name for people fit for a DNS label: control characters and
// whitespace at the ends are taken out, and it is cut to 63 bytes between two
// characters. What has nothing left becomes "doomhost".
func CleanName(s string) string {
	s = strings.Trim(cut(printable(s), maxLabel), " .\t")
	if s == "" {
		return "doomhost"
	}
	return s
}

// printable takes out what would do something to a terminal or to the order of
// the letters on a page.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// cut shortens s to at most n bytes and breaks no character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// numbered is the name that the n-th host of one name has: NAME, NAME (2), …
func numbered(name string, n int) string {
	if n < 2 {
		return name
	}
	suffix := fmt.Sprintf(" (%d)", n)
	return strings.TrimRight(cut(name, maxLabel-len(suffix)), " .") + suffix
}

// hostLabel makes a host name out of a name for people: small letters, digits
// and hyphens. It differs from own, the machine's name, which the system's own
// responder answers for.
func hostLabel(name, own string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range plain.Replace(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		case r == '\'' || r == '’': // Romero's game: romeros-game
		default:
			hyphen = true
		}
	}
	label := strings.TrimRight(cut(b.String(), maxLabel-8), "-")
	switch {
	case label == "":
		label = "doomhost"
	case allDigits(label):
		label = "doomhost-" + label // browsers take a bare number for an address
	}
	if own, _, _ = strings.Cut(strings.ToLower(own), "."); label == own {
		label += "-game"
	}
	return label
}

// plain writes letters of European names with those that a host name may have.
var plain = strings.NewReplacer(
	"ä", "a", "á", "a", "à", "a", "â", "a", "ã", "a", "å", "a", "æ", "ae", "ç", "c", "č", "c", "ć", "c",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "í", "i", "ì", "i", "î", "i", "ï", "i", "ł", "l", "ñ", "n", "ń", "n",
	"ö", "o", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ø", "o", "š", "s", "ś", "s", "ß", "ss",
	"ü", "u", "ú", "u", "ù", "u", "û", "u", "ý", "y", "ž", "z", "ź", "z", "ż", "z", "ą", "a",
)

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// numberedLabel is the host name that belongs to the n-th host of one name.
func numberedLabel(label string, n int) string {
	if n < 2 {
		return label
	}
	return label + "-" + strconv.Itoa(n)
}

// HostNames are all names that an Advertiser of this name may answer for, such
// as "party.local" and "party-2.local": the host has to accept them.
func HostNames(name string) []string {
	own, err := os.Hostname()
	if err != nil {
		own = ""
	}
	label := hostLabel(CleanName(name), own)
	list := make([]string, 0, maxTries)
	for n := 1; n <= maxTries; n++ {
		list = append(list, numberedLabel(label, n)+".local")
	}
	return list
}
