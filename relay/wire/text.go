package wire

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// Limits of a player's texts. A character is what a reader sees as one: a grapheme cluster
// (Unicode Standard Annex 29).
const (
	MaxName      = 10  // characters of a name
	MaxChat      = 120 // characters of a chat line
	maxNameBytes = 64  // of a name in UTF-8, so that combining marks cannot pile up
)

// blankLetters are letters to Unicode but invisible: the Hangul fillers.
const blankLetters = "\u115f\u1160\u3164\uffa0"

// CleanName returns a player's name in NFC, without spaces at its ends and with single spaces
// inside, or an error for people. A name consists of letters of any script with their marks,
// digits, spaces, - and _. An empty name is valid: the player's color then stands for it.
//
// Control and format characters (bidirectional overrides, zero-width characters) are not
// allowed, so a name cannot reverse or hide the text beside it.
func CleanName(name string) (string, error) {
	name = norm.NFC.String(strings.Join(strings.FieldsFunc(name, func(c rune) bool { return c == ' ' }), " "))
	for i, c := range name {
		switch {
		case strings.ContainsRune(blankLetters, c):
			return "", errors.New("a name is made of letters that can be seen")
		case unicode.IsLetter(c), unicode.IsDigit(c), c == ' ', c == '-', c == '_':
		case unicode.IsMark(c) && i > 0:
		default:
			return "", errors.New("a name is made of letters, digits, blanks, - and _")
		}
	}
	switch {
	case uniseg.GraphemeClusterCount(name) > MaxName:
		return "", fmt.Errorf("a name has at most %d characters", MaxName)
	case len(name) > maxNameBytes:
		return "", fmt.Errorf("a name has at most %d bytes: use fewer marks", maxNameBytes)
	}
	return name, nil
}

// NumberedName returns name with the number n, such as "Ada 2". It shortens the name if the
// number would not fit.
func NumberedName(name string, n int) string {
	tail := fmt.Sprintf(" %d", n)
	clusters := uniseg.NewGraphemes(name)
	short := ""
	for i := 0; i < MaxName-len(tail) && clusters.Next() && len(short)+len(clusters.Str())+len(tail) <= maxNameBytes; i++ {
		short += clusters.Str()
	}
	return strings.TrimRight(short, " ") + tail
}

const (
	zeroWidthNonJoiner = '\u200c' // separates letters in Persian and Indic words
	zeroWidthJoiner    = '\u200d' // joins several emoji into one
)

// CleanChat returns a chat line in NFC, with a space in place of each control and format
// character, or an error for people.
func CleanChat(text string) (string, error) {
	line := strings.TrimSpace(norm.NFC.String(strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) || c == zeroWidthJoiner || c == zeroWidthNonJoiner {
			return c
		}
		return ' '
	}, text)))
	switch {
	case strings.Trim(line, string([]rune{' ', zeroWidthJoiner, zeroWidthNonJoiner})) == "":
		return "", errors.New("the line is empty")
	case uniseg.GraphemeClusterCount(line) > MaxChat:
		return "", fmt.Errorf("a line has at most %d characters", MaxChat)
	}
	return line, nil
}
