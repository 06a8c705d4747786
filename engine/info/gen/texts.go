package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// text is one string that DEHACKED can change, by its symbol.
type text struct {
	symbol, value string
}

func readTexts(path string) ([]text, error) {
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, l := range lines {
		symbol, quoted, ok := strings.Cut(l.text, " ")
		value, err := strconv.Unquote(strings.TrimSpace(quoted))
		if !ok || err != nil {
			return nil, l.errorf("not a symbol and a quoted text")
		}
		texts = append(texts, text{symbol, value})
	}
	return texts, nil
}

func writeTexts(texts []text) []byte {
	b := bytes.NewBufferString(header)
	names := make([]string, len(texts)+1)
	names[0] = "None"
	for i, t := range texts {
		names[i+1] = camel(t.symbol)
	}
	enum(b, "The texts. StrNone is no text.", "StringID", "Str", "NumStrings", names)
	fmt.Fprintf(b, "// The symbols by which DEHACKED patches call the texts.\nvar stringSymbols = [%d]string{\n\t\"\",\n", len(names))
	for _, t := range texts {
		fmt.Fprintf(b, "\t%q,\n", t.symbol)
	}
	fmt.Fprintf(b, "}\n\nvar stringTable = [%d]string{\n\t\"\",\n", len(names))
	for _, t := range texts {
		fmt.Fprintf(b, "\t%q,\n", t.value)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
