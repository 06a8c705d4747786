package main

import (
	"fmt"
	"go/constant"
	"go/types"
	"path"
	"strings"
	"unicode"
)

// width is how long a line may be before prettier breaks it (web/.prettierrc.json).
const width = 120

// declaration is something that stands in a file.
type declaration interface {
	typescript(source) (string, error)
}

// number is a Go constant, a number or a text, under its TypeScript name.
type number struct{ pkg, constant, name string }

func (n number) typescript(src source) (string, error) {
	value, err := src.constant(n.pkg, n.constant)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("\n/** %s.%s */\nexport const %s = %s;\n", path.Base(n.pkg), n.constant, n.name, value), nil
}

// enum is the numbers of all constants with a prefix, by their names without it.
type enum struct {
	pkg, prefix string
	of          string // the constants' type, where others share the prefix
	name        string
}

func (e enum) typescript(src source) (string, error) {
	list, err := src.constantsOf(e.pkg, e.of, e.prefix)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n/** %s.%s… */\nexport const %s = {\n", path.Base(e.pkg), e.prefix, e.name)
	for _, c := range list {
		fmt.Fprintf(&b, "  %s: %s,\n", lowerFirst(strings.TrimPrefix(c.Name(), e.prefix)), c.Val().ExactString())
	}
	b.WriteString("} as const;\n")
	return b.String(), nil
}

// names is a list of the names of constants that count from 0: a name's place is its number.
type names struct {
	pkg, prefix string
	of          string // the constants' type, where no prefix tells which
	count       string // a constant that only counts the others
	name        string
	union       string // the type of the names
}

func (n names) typescript(src source) (string, error) {
	list, err := src.constantsOf(n.pkg, n.of, n.prefix)
	if err != nil {
		return "", err
	}
	var words []string
	for _, c := range list {
		if c.Name() == n.count {
			continue
		}
		if v, exact := constant.Int64Val(c.Val()); !exact || int(v) != len(words) {
			return "", fmt.Errorf("%s.%s: %s where %d comes next", n.pkg, c.Name(), c.Val(), len(words))
		}
		words = append(words, lowerFirst(strings.TrimPrefix(c.Name(), n.prefix)))
	}
	return wordList(fmt.Sprintf("%s.%s%s, by number", path.Base(n.pkg), n.of, n.prefix), n.name, n.union, words), nil
}

// wordList is a constant array of strings and the union of them.
func wordList(about, name, union string, words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	text := fmt.Sprintf("export const %s = [%s] as const;", name, strings.Join(quoted, ", "))
	if len(text) > width {
		text = fmt.Sprintf("export const %s = [\n  %s,\n] as const;", name, strings.Join(quoted, ",\n  "))
	}
	return fmt.Sprintf("\n/** %s */\n%s\n\nexport type %s = (typeof %s)[number];\n", about, text, union, name)
}

// calls is the functions that the engine's module exports.
type calls struct{ pkg, name string }

func (c calls) typescript(src source) (string, error) {
	list, err := src.exports(c.pkg)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n/** What %s exports. */\nexport interface %s {\n", c.pkg, c.name)
	for _, f := range list {
		var params []string
		for v := range f.signature.Params().Variables() {
			kind, err := passed(v.Type())
			if err != nil {
				return "", fmt.Errorf("%s: %w", f.name, err)
			}
			params = append(params, v.Name()+": "+kind)
		}
		result := "void"
		if f.signature.Results().Len() > 0 {
			if result, err = passed(f.signature.Results().At(0).Type()); err != nil {
				return "", fmt.Errorf("%s: %w", f.name, err)
			}
		}
		line := fmt.Sprintf("  %s(%s): %s;", f.name, strings.Join(params, ", "), result)
		if len(line) > width {
			line = fmt.Sprintf("  %s(\n    %s,\n  ): %s;", f.name, strings.Join(params, ",\n    "), result)
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("}\n")
	return b.String(), nil
}

// passed is how JavaScript sees a WebAssembly number: i64 is a bigint.
func passed(t types.Type) (string, error) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 {
		return "", fmt.Errorf("%s is no number", t)
	}
	if basic.Kind() == types.Int64 || basic.Kind() == types.Uint64 {
		return "bigint", nil
	}
	return "number", nil
}

// lowerFirst makes a Go name begin in lower case: TurnLeft turnLeft, RTT rtt, WADID wadid.
func lowerFirst(s string) string {
	r := []rune(s)
	for i := range r {
		if i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) || !unicode.IsUpper(r[i]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}
