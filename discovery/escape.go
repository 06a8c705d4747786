package discovery

import "strings"

// The DNS library writes names and texts with escapes, and compares names in their escaped
// form. So names passed to it must be escaped exactly as the library does it.

// escapeLabel writes raw bytes as one label of a name.
func escapeLabel(s string) string { return escape(s, ` .'@;()"\`) }

// escapeText writes raw bytes as one string of a TXT record.
func escapeText(s string) string { return escape(s, `"\`) }

func escape(s, special string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case strings.IndexByte(special, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			b.WriteByte('\\')
			b.WriteByte('0' + c/100)
			b.WriteByte('0' + c/10%10)
			b.WriteByte('0' + c%10)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unescape reverses both. It leaves other text unchanged.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		if i+3 < len(s) && digit(s[i+1]) && digit(s[i+2]) && digit(s[i+3]) {
			if n := int(s[i+1]-'0')*100 + int(s[i+2]-'0')*10 + int(s[i+3]-'0'); n < 256 {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		i++
		b.WriteByte(s[i])
	}
	return b.String()
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
