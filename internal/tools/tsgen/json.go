package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// record is a Go struct as its JSON is: an interface of the fields' JSON names. A field
// that Go may leave out is optional.
type record struct {
	pkg, structure, name string
	// unions names the types of fields that are plain strings in Go.
	unions map[string]string
	// only are the Go fields that the client reads; all of them where it is empty.
	only []string
}

func (r record) typescript(src source) (string, error) {
	o, err := src.lookup(r.pkg, r.structure)
	if err != nil {
		return "", err
	}
	s, ok := o.Type().Underlying().(*types.Struct)
	if !ok {
		return "", fmt.Errorf("%s.%s is no struct", r.pkg, r.structure)
	}
	comments := src.comments(r.pkg, r.structure)
	var b strings.Builder
	for i := range s.NumFields() {
		f := s.Field(i)
		if len(r.only) > 0 && !slices.Contains(r.only, f.Name()) {
			continue
		}
		key, omit, err := jsonName(f, s.Tag(i))
		if err != nil {
			return "", fmt.Errorf("%s.%s: %w", r.pkg, r.structure, err)
		}
		if key == "" {
			continue
		}
		kind, null, err := jsonType(src, f.Type())
		if err != nil {
			return "", fmt.Errorf("%s.%s.%s: %w", r.pkg, r.structure, f.Name(), err)
		}
		if union := r.unions[f.Name()]; union != "" {
			kind = union
		}
		mark := ""
		if omit {
			mark = "?"
		} else if null {
			kind += " | null"
		}
		line := fmt.Sprintf("  readonly %s%s: %s;", key, mark, kind)
		if c := comments[f.Name()]; c != "" {
			line += " // " + c
		}
		b.WriteString(line + "\n")
	}
	head := fmt.Sprintf("\n/** %s.%s */\nexport interface %s {", path.Base(r.pkg), r.structure, r.name)
	if b.Len() == 0 {
		return head + "}\n", nil
	}
	return head + "\n" + b.String() + "}\n", nil
}

// jsonName is a field's name in JSON, empty for what is not in it, and whether it may be
// left out.
func jsonName(f *types.Var, tag string) (name string, omit bool, err error) {
	if !f.Exported() {
		return "", false, nil
	}
	name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	switch {
	case name == "-":
		return "", false, nil
	case name == "":
		return "", false, fmt.Errorf("field %s has no name in JSON", f.Name())
	}
	for option := range strings.SplitSeq(options, ",") {
		omit = omit || option == "omitempty" || option == "omitzero"
	}
	return name, omit, nil
}

// jsonType is what JSON has of a Go type, and whether it may be null.
func jsonType(src source, t types.Type) (text string, null bool, err error) {
	if p, ok := t.(*types.Pointer); ok {
		text, _, err = jsonType(src, p.Elem())
		return text, true, err
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return namedType(src, named)
	}
	switch t := t.(type) {
	case *types.Basic:
		text, err = basicType(t)
		return text, false, err
	case *types.Slice:
		text, err = listType(src, t.Elem())
		return text, false, err
	case *types.Array:
		text, err = listType(src, t.Elem())
		return text, false, err
	}
	return "", false, fmt.Errorf("%s has no TypeScript", t)
}

func basicType(t *types.Basic) (string, error) {
	switch {
	case t.Info()&types.IsString != 0:
		return "string", nil
	case t.Info()&types.IsBoolean != 0:
		return "boolean", nil
	case t.Info()&(types.IsInteger|types.IsFloat) != 0:
		return "number", nil
	}
	return "", fmt.Errorf("%s has no TypeScript", t)
}

func listType(src source, elem types.Type) (string, error) {
	text, null, err := jsonType(src, elem)
	if null {
		text = "(" + text + " | null)"
	}
	return "readonly " + text + "[]", err
}

// namedType is a struct of the plan, a string out of a few, or a number.
func namedType(src source, t *types.Named) (text string, null bool, err error) {
	o := t.Obj()
	pkg := strings.TrimPrefix(o.Pkg().Path(), module)
	switch pkg + "." + o.Name() {
	case "time.Time":
		return "string", false, nil // as Date reads it
	case "encoding/json.RawMessage":
		return "unknown", false, nil
	case lockstep + ".Slot":
		return "number", false, nil // though it has a method for that
	}
	if method(t, "MarshalJSON") {
		return "", false, fmt.Errorf("%s writes its JSON itself", t)
	}
	if method(t, "MarshalText") {
		return "string", false, nil
	}
	switch under := t.Underlying().(type) {
	case *types.Struct:
		for _, f := range plan {
			for _, d := range f.declarations {
				if r, ok := d.(record); ok && r.pkg == pkg && r.structure == o.Name() {
					return r.name, false, nil
				}
			}
		}
		return "", false, fmt.Errorf("%s is not in the plan: add it in files.go", t)
	case *types.Basic:
		if list, err := src.constantsOf(pkg, o.Name(), ""); err == nil && under.Info()&types.IsString != 0 {
			words := make([]string, len(list))
			for i, c := range list {
				words[i] = strconv.Quote(constant.StringVal(c.Val()))
			}
			return strings.Join(words, " | "), false, nil
		}
	}
	return jsonType(src, t.Underlying())
}

func method(t types.Type, name string) bool {
	o, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := o.(*types.Func)
	return ok
}

// from is an import of types from another of the files.
type from struct{ names, file string }

func (f from) typescript(source) (string, error) {
	return fmt.Sprintf("\nimport type { %s } from %q;\n", f.names, f.file), nil
}

// words is a Go array of strings.
type words struct{ pkg, variable, name, union string }

func (w words) typescript(src source) (string, error) {
	if _, err := src.lookup(w.pkg, w.variable); err != nil {
		return "", err
	}
	var list []string
	for _, e := range src.elements(w.pkg, w.variable) {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		value := src[w.pkg].TypesInfo.Types[e].Value
		if value == nil || value.Kind() != constant.String {
			return "", fmt.Errorf("%s.%s has what is no constant string", w.pkg, w.variable)
		}
		list = append(list, constant.StringVal(value))
	}
	if len(list) == 0 {
		return "", fmt.Errorf("%s.%s is no list of strings", w.pkg, w.variable)
	}
	return wordList(path.Base(w.pkg)+"."+w.variable, w.name, w.union, list), nil
}

// constantWords is a list of constants that are strings.
type constantWords struct {
	pkg       string
	constants []string
	name      string
	union     string
}

func (w constantWords) typescript(src source) (string, error) {
	var list, origins []string
	for _, name := range w.constants {
		text, err := src.constant(w.pkg, name)
		if err != nil {
			return "", err
		}
		word, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("%s.%s is no string", w.pkg, name)
		}
		list = append(list, word)
		origins = append(origins, path.Base(w.pkg)+"."+name)
	}
	return wordList(strings.Join(origins, ", "), w.name, w.union, list), nil
}

// messages is the map from a message's name to its record, for all types of a package
// with a method that gives the name.
type messages struct{ pkg, method, name string }

func (m messages) typescript(src source) (string, error) {
	p := src[m.pkg]
	if p == nil {
		return "", fmt.Errorf("package %s is not loaded: add it to the list in files.go", m.pkg)
	}
	var b strings.Builder
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Name.Name != m.method {
				continue
			}
			kind, _, err := jsonType(src, p.TypesInfo.Types[fn.Recv.List[0].Type].Type)
			if err != nil {
				return "", err
			}
			name, err := returned(p.TypesInfo, fn)
			if err != nil {
				return "", fmt.Errorf("%s of %s: %w", m.method, kind, err)
			}
			fmt.Fprintf(&b, "  readonly %s: %s;\n", name, kind)
		}
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("nothing in %s has a method %s", m.pkg, m.method)
	}
	return fmt.Sprintf("\n/** All of them, by the name in `t`. */\nexport interface %s {\n%s}\n", m.name, b.String()), nil
}

// returned is the constant string that a function returns and does nothing else.
func returned(info *types.Info, fn *ast.FuncDecl) (string, error) {
	if len(fn.Body.List) == 1 {
		if ret, ok := fn.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			if v := info.Types[ret.Results[0]].Value; v != nil && v.Kind() == constant.String {
				return constant.StringVal(v), nil
			}
		}
	}
	return "", fmt.Errorf("it does not just return a constant")
}
