package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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
func (f fields) scalar(name string, limit int) (json.RawMessage, error) {
	value := bytes.TrimSpace(f[name])
	if len(value) == 0 || len(value) > limit || bytes.IndexByte([]byte(`{[tf`), value[0]) >= 0 {
		return nil, fmt.Errorf("%s: a number or a text of at most %d bytes", name, limit)
	}
	return value, nil
}
