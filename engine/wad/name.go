package wad

// Name is a lump's, texture's or patch's name: upper case, padded with zeros.
type Name [8]byte

// MakeName returns s as a Name: truncated to 8 letters, upper case.
func MakeName(s string) Name {
	var n Name
	for i := 0; i < len(s) && i < len(n); i++ {
		if s[i] == 0 {
			break
		}
		n[i] = upper(s[i])
	}
	return n
}

// NameAt reads the Name in the first 8 bytes of b and ignores junk after a zero.
func NameAt(b []byte) Name {
	var n Name
	for i := range n {
		if b[i] == 0 {
			break
		}
		n[i] = upper(b[i])
	}
	return n
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// String returns the name as text for messages, with "?" for unprintable characters.
func (n Name) String() string {
	var s [8]byte
	for i, c := range n {
		if c == 0 {
			return string(s[:i])
		}
		if c < ' ' || c > '~' {
			c = '?'
		}
		s[i] = c
	}
	return string(s[:])
}
