package sim

import (
	"maps"
	"reflect"
	"testing"
)

// unpoisoned lists the fields of the working memory that PoisonScratch must leave alone
// between tics, each with the reason.
var unpoisoned = map[string]string{
	"stateDepth": "0: it counts calls that have not returned",
	"validCount": "the last search; the next one counts on",
	"lineMark":   "poisoned with marks of earlier searches",
}

// Every field of the working memory must be poisoned or be part of the state.
func TestAllWorkingMemoryIsPoisoned(t *testing.T) {
	s := alone(t, newRoom(thing(edImp, 400, 128, 0)))
	s.noiseAlert(s.body(0), s.body(0))
	s.run(2)
	s.GoldenMobjHash()
	s.GoldenSectorHash()
	s.GoldenSideHash()
	s.resting[0] = true
	s.nestedActions = 1
	before := copyScratch(&s.scratch)
	s.PoisonScratch()
	a, b := fieldsOf(reflect.ValueOf(&before).Elem()), fieldsOf(reflect.ValueOf(&s.scratch).Elem())
	for name := range a {
		same := reflect.DeepEqual(a[name].Interface(), b[name].Interface())
		if _, ok := unpoisoned[name]; same && !ok {
			t.Errorf("PoisonScratch leaves %s as it was", name)
		}
	}
	if s.stateDepth != 0 || s.glances.from != nil {
		t.Error("a call has not returned by the end of a tic")
	}
}

// fieldsOf returns the fields of a struct, including those of embedded structs.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	fields := make(map[string]reflect.Value)
	for i := range v.NumField() {
		f := open(v.Field(i))
		if v.Type().Field(i).Anonymous {
			maps.Copy(fields, fieldsOf(f))
		} else {
			fields[v.Type().Field(i).Name] = f
		}
	}
	return fields
}

// copyScratch returns a copy of s that shares no lists with it.
func copyScratch(s *scratch) scratch {
	c := *s
	for _, f := range fieldsOf(reflect.ValueOf(&c).Elem()) {
		if f.Kind() == reflect.Slice {
			f.Set(reflect.AppendSlice(reflect.MakeSlice(f.Type(), 0, f.Len()), f))
		}
	}
	c.flood.reach = append([]uint8(nil), s.flood.reach...)
	return c
}
