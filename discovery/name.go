package discovery

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLabel is the greatest length of one label of a DNS name in bytes.
const maxLabel = 63

// maxTries is the greatest number that is tried for a name that is taken.
const maxTries = 20

// CleanName makes a display name fit for a DNS label: it removes control characters, trims
// whitespace, and shortens the name to 63 bytes without breaking a character. An empty
// result becomes "doomhost".
func CleanName(s string) string {
	s = strings.Trim(cut(printable(s), maxLabel), " .\t")
	if s == "" {
		return "doomhost"
	}
	return s
}

// printable removes characters that would affect a terminal or the direction of text on a
// page.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// cut shortens s to at most n bytes without breaking a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// numbered returns the name of the n-th host with one name: NAME, NAME (2), …
func numbered(name string, n int) string {
	if n < 2 {
		return name
	}
	suffix := fmt.Sprintf(" (%d)", n)
	return strings.TrimRight(cut(name, maxLabel-len(suffix)), " .") + suffix
}

// hostLabel makes a host name from a display name: lower-case letters, digits and hyphens.
// It differs from own, the machine's name, which the system's own responder answers for.
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
		label = "doomhost-" + label // browsers treat a bare number as an address
	}
	if own, _, _ = strings.Cut(strings.ToLower(own), "."); label == own {
		label += "-game"
	}
	return label
}

// plain replaces letters of European languages with letters that a host name may have.
var plain = strings.NewReplacer(
	"ä", "a", "á", "a", "à", "a", "â", "a", "ã", "a", "å", "a", "æ", "ae", "ç", "c", "č", "c", "ć", "c",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "í", "i", "ì", "i", "î", "i", "ï", "i", "ł", "l", "ñ", "n", "ń", "n",
	"ö", "o", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ø", "o", "š", "s", "ś", "s", "ß", "ss",
	"ü", "u", "ú", "u", "ù", "u", "û", "u", "ý", "y", "ž", "z", "ź", "z", "ż", "z", "ą", "a",
)

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// numberedLabel returns the host label of the n-th host with one name.
func numberedLabel(label string, n int) string {
	if n < 2 {
		return label
	}
	return label + "-" + strconv.Itoa(n)
}

// HostNames returns all names that an Advertiser with this name may answer for, such as
// "party.local" and "party-2.local": the host has to accept them.
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
