package hud

import "strings"

// Doom's font has the capitals, digits and signs of ASCII. Text in other scripts is
// spelled with them if it has a usual Latin form.

// The forms are the usual ones of each language's own transliteration, without accents:
// the letter itself for accented Latin ones, ISO 843 for Greek without its marks, and the
// passport form (ICAO Doc 9303) for Cyrillic. They are in Unicode order from first on;
// "-" spells nothing.
var latinText = [...]struct {
	first rune
	forms string
}{
	{'À', "A A A A A A AE C E E E E I I I I D N O O O O O - O U U U U Y TH SS " +
		"A A A A A A AE C E E E E I I I I D N O O O O O - O U U U U Y TH Y"},
	{'Ā', "A A A A A A C C C C C C C C D D D D E E E E E E E E E E G G G G G G G G H H H H " +
		"I I I I I I I I I I IJ IJ J J K K K L L L L L L L L L L N N N N N N N N N O O O O O O OE OE " +
		"R R R R R R S S S S S S S S T T T T T T U U U U U U U U U U U U W W Y Y Y Z Z Z Z Z Z S"},
	{'Ș', "S S T T"},
	{'Ά', "A - E I I - O - Y O I A V G D E Z I TH I K L M N X O P R - S T Y F CH PS O I Y A E I I " +
		"Y A V G D E Z I TH I K L M N X O P R S S T Y F CH PS O I Y O Y O"},
	{'Ѐ', "E E D G E Z I I J L N C K I U DZ A B V G D E ZH Z I I K L M N O P R S T U F KH TS CH SH SHCH IE Y - E IU IA " +
		"A B V G D E ZH Z I I K L M N O P R S T U F KH TS CH SH SHCH IE Y - E IU IA E E D G E Z I I J L N C K I U DZ"},
	{'Ґ', "G G"},
	{'Ạ', "A A A A A A A A A A A A A A A A A A A A A A A A E E E E E E E E E E E E E E E E I I I I " +
		"O O O O O O O O O O O O O O O O O O O O O O O O U U U U U U U U U U U U U U Y Y Y Y Y Y Y Y"},
}

// Latin spells a text with the font's characters. It drops characters without a Latin
// form; whole is false if it drops a letter.
func Latin(text string) (spelled string, whole bool) {
	var b strings.Builder
	whole = true
	for _, c := range text {
		switch form, known := latinForm(c); {
		case known:
			b.WriteString(form)
		case c >= '\u0300' && c <= '\u036f': // accents
		case c > '~':
			whole = false
		}
	}
	return b.String(), whole
}

func latinForm(c rune) (string, bool) {
	switch {
	case c >= 'a' && c <= 'z':
		return string(c - 'a' + 'A'), true
	case c >= ' ' && c <= '_':
		return string(c), true
	case c <= '~':
		return "", false
	case c == 'ẞ':
		return "SS", true
	}
	for _, block := range latinText {
		if c < block.first || c-block.first > '\u00ff' {
			continue
		}
		forms := strings.Fields(block.forms)
		if i := int(c - block.first); i < len(forms) {
			return strings.TrimPrefix(forms[i], "-"), true
		}
	}
	return "", false
}
