package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"doomhost/lockstep"
)

// fields holds the members of a JSON object by their exact names: T is not t. If a name occurs
// twice, the last one counts. null counts as not sent.
//
// Its readers return an error for people: the field's name and the values that it accepts,
// never the decoder's own words.
type fields map[string]json.RawMessage

// parseFields reads one JSON object.
func parseFields(text []byte) (fields, error) {
	var f fields
	if err := json.Unmarshal(text, &f); err != nil || f == nil {
		return nil, errors.New("a JSON object is needed")
	}
	for name, value := range f {
		if string(value) == "null" {
			delete(f, name)
		}
	}
	return f, nil
}

// into reads the fields of a struct by their names in JSON. Those with omitempty may be missing.
func (f fields) into(v reflect.Value) error {
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if options == "omitempty" && !f.has(name) {
			continue
		}
		to := v.Field(i)
		if to.Kind() == reflect.Pointer {
			to.Set(reflect.New(to.Type().Elem()))
			to = to.Elem()
		}
		if err := f.value(name, to.Addr().Interface()); err != nil {
			return err
		}
	}
	return nil
}

// value reads a field as what v points to needs it.
func (f fields) value(name string, v any) (err error) {
	var n int64
	var s string
	switch v := v.(type) {
	case *lockstep.Slot:
		n, err = f.integer(name, 0, lockstep.NumSlots-1)
		*v = lockstep.Slot(n)
	case *lockstep.Tic:
		n, err = f.integer(name, 0, math.MaxUint32)
		*v = lockstep.Tic(n)
	case *int64:
		*v, err = f.integer(name, 0, MaxBytes)
	case *bool:
		*v, err = f.boolean(name)
	case *Name:
		if s, err = f.text(name); err == nil {
			s, err = CleanName(s)
		}
		*v = Name(s)
	case *Line:
		if s, err = f.text(name); err == nil {
			s, err = CleanChat(s)
		}
		*v = Line(s)
	case *Token:
		s, err = f.text(name)
		if err == nil && s == "" {
			err = fmt.Errorf("%s: a text", name)
		}
		*v = Token(s)
	case *Hash:
		s, err = f.text(name)
		if err != nil || len(s) != 16 || strings.Trim(s, "0123456789abcdef") != "" {
			err = fmt.Errorf("%s: 16 hex digits, lower case", name)
		}
		*v = Hash(s)
	case *Echo:
		*v, err = f.scalar(name, maxEcho)
	case *json.RawMessage:
		*v, err = f.object(name)
	default:
		err = fmt.Errorf("%s: this host cannot read a %T", name, v)
	}
	return err
}

func (f fields) has(name string) bool { return f[name] != nil }

// integer reads a whole number between low and high.
func (f fields) integer(name string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(string(f[name]), 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s: a whole number from %d to %d", name, low, high)
	}
	return n, nil
}

// text reads a string.
func (f fields) text(name string) (string, error) {
	var s string
	if !f.has(name) || json.Unmarshal(f[name], &s) != nil {
		return "", fmt.Errorf("%s: a text", name)
	}
	return s, nil
}

// boolean reads true or false.
func (f fields) boolean(name string) (bool, error) {
	switch string(f[name]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%s: true or false", name)
}

// texts reads an array of strings.
func (f fields) texts(name string) ([]string, error) {
	var list []*string
	if !f.has(name) || json.Unmarshal(f[name], &list) != nil {
		return nil, fmt.Errorf("%s: a list of texts", name)
	}
	texts := make([]string, len(list))
	for i, s := range list {
		if s == nil {
			return nil, fmt.Errorf("%s: a list of texts", name)
		}
		texts[i] = *s
	}
	return texts, nil
}

// object returns the bytes of a JSON object.
func (f fields) object(name string) (json.RawMessage, error) {
	if value := bytes.TrimSpace(f[name]); len(value) > 0 && value[0] == '{' {
		return value, nil
	}
	return nil, fmt.Errorf("%s: an object", name)
}

// scalar returns the bytes of a number or a string, at most limit of them.
func (f fields) scalar(name string, limit int) ([]byte, error) {
	value := bytes.TrimSpace(f[name])
	if len(value) == 0 || len(value) > limit || bytes.IndexByte([]byte(`{[tf`), value[0]) >= 0 {
		return nil, fmt.Errorf("%s: a number or a text of at most %d bytes", name, limit)
	}
	return value, nil
}
