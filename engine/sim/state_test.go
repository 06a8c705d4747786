package sim

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// fill sets every field below v, of any kind, to a value other than zero; slices get two
// elements. It leaves arena chunks to mobjArena.
func fill(v reflect.Value, n *int64) {
	v = open(v)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		*n++
		v.SetInt(*n%100 + 1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		*n++
		v.SetUint(uint64(*n%100 + 1))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Pointer {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}

// open returns v without the guard on unexported fields.
func open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// fullState returns a state in which no field is zero. It is not a valid game.
func fullState() *State {
	s := new(State)
	n := int64(0)
	fill(reflect.ValueOf(s).Elem(), &n)
	s.mobjs = mobjArena{}
	s.mobjs.grow(3)
	s.mobjs.used = 3
	s.mobjs.freed = []uint32{2}
	for i := uint32(1); i < 3; i++ {
		fill(reflect.ValueOf(s.mobjs.at(i)).Elem(), &n)
	}
	return s
}

// leaves calls visit with every scalar below v that is part of a game's state.
func leaves(path string, v reflect.Value, visit func(path string, v reflect.Value)) {
	v = open(v)
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			leaves(path+"[]", v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(path+"."+v.Type().Field(i).Name, v.Field(i), visit)
		}
	case reflect.Pointer:
		for i := 1; i < 3; i++ { // a chunk of the arena: slots in use
			leaves(path+"[]", v.Elem().Index(i), visit)
		}
	default:
		visit(path, v)
	}
}

func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(v.Int() + 1)
	default:
		v.SetUint(v.Uint() + 1)
	}
}

// digestOf is the hash of a state and all its sides.
func digestOf(s *State) uint64 {
	c := codec{hash: hashFactor}
	c.state(s)
	c.sides(s.Sides)
	return c.hash
}

func TestEveryFieldOfTheStateIsHashed(t *testing.T) {
	s := fullState()
	before := digestOf(s)
	n := 0
	leaves("State", reflect.ValueOf(s).Elem(), func(path string, v reflect.Value) {
		switch {
		case path == "State.Params.Console", // the only field in which engines differ
			path == "State.mobjs.head", path == "State.mobjs.used", // how it is stored
			path == "State.sidePageMark[]": // follows from sidePages
			return
		}
		n++
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		change(v)
		if digestOf(s) == before {
			t.Errorf("%s is not hashed: add it to its codec method", path)
		}
		v.Set(old)
	})
	if n < 500 {
		t.Fatalf("the test visited only %d fields", n)
	}
}

func TestEveryFieldOfTheStateIsEncoded(t *testing.T) {
	s := fullState()
	w := codec{mode: writing}
	w.state(s)
	r := codec{mode: reading, buf: w.buf}
	got := new(State)
	r.state(got)
	if r.why != "" || len(r.buf) != 0 {
		t.Fatalf("reading back: %q, %d bytes left", r.why, len(r.buf))
	}
	got.Sides, got.sidePageMark, got.Console = s.Sides, s.sidePageMark, s.Console
	got.mobjs.chunks[0][0] = s.mobjs.chunks[0][0]
	if !reflect.DeepEqual(got, s) {
		t.Error("the state read back differs")
	}
}

func TestTheStateHoldsNoPointers(t *testing.T) {
	var check func(path string, typ reflect.Type)
	check = func(path string, typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				check(path+"."+typ.Field(i).Name, typ.Field(i).Type)
			}
		case reflect.Array:
			check(path+"[]", typ.Elem())
		case reflect.Slice:
			elem := typ.Elem()
			if strings.Count(path, "[]") > 0 {
				t.Errorf("%s is a slice within a slice", path)
			}
			if path == "State.mobjs.chunks" {
				elem = elem.Elem() // the arena's storage
			}
			check(path+"[]", elem)
		case reflect.Pointer, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.String, reflect.UnsafePointer:
			t.Errorf("%s is a %s", path, typ.Kind())
		case reflect.Float32, reflect.Float64:
			t.Errorf("%s is a float", path)
		}
	}
	check("State", reflect.TypeFor[State]())
}

func TestMobjFitsTwoCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(Mobj{}); size != 128 {
		t.Errorf("a Mobj is %d bytes long", size)
	}
	if off := unsafe.Offsetof(Mobj{}.Angle); off != 64 {
		t.Errorf("the fields that a collision reads take %d bytes", off)
	}
}

func TestListLengthsAreThoseOfTheFields(t *testing.T) {
	sizeOf := func(write func(c *codec)) int {
		c := codec{mode: writing}
		write(&c)
		return len(c.buf)
	}
	for _, test := range []struct {
		what      string
		got, want int
	}{
		{"mobj", sizeOf(func(c *codec) { c.mobj(new(Mobj)) }), mobjSize},
		{"thinker", sizeOf(func(c *codec) { c.thinker(new(Thinker)) }), thinkerSize},
		{"sector", sizeOf(func(c *codec) { c.sector(new(Sector)) }), sectorSize},
		{"side", sizeOf(func(c *codec) { c.sides(make([]Side, 1)) }), sideSize},
	} {
		if test.got != test.want {
			t.Errorf("a %s is written as %d bytes, not %d", test.what, test.got, test.want)
		}
	}
}
