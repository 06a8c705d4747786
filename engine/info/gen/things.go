package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// thing is one type of map object, with its figures by their keys in things.txt.
type thing struct {
	name    string
	figures map[string]int
	flags   []string
}

// The keys of things.txt: figures, states and sounds, and the field of each.
var (
	figureKeys = map[string]string{"ed": "DoomEdNum", "health": "SpawnHealth", "reaction": "ReactionTime",
		"painchance": "PainChance", "speed": "Speed", "radius": "Radius", "height": "Height", "mass": "Mass", "damage": "Damage"}
	stateKeys = map[string]string{"spawn": "SpawnState", "see": "SeeState", "pain": "PainState", "melee": "MeleeState",
		"missile": "MissileState", "death": "DeathState", "xdeath": "XDeathState", "raise": "RaiseState"}
	soundKeys = map[string]string{"see": "SeeSound", "attack": "AttackSound", "pain": "PainSound",
		"death": "DeathSound", "active": "ActiveSound"}
	// fieldOrder is the order in the Go struct.
	fieldOrder = []string{"DoomEdNum", "SpawnState", "SpawnHealth", "SeeState", "SeeSound", "ReactionTime", "AttackSound",
		"PainState", "PainChance", "PainSound", "MeleeState", "MissileState", "DeathState", "XDeathState", "DeathSound",
		"Speed", "Radius", "Height", "Mass", "Damage", "ActiveSound", "RaiseState"}
)

const fixedUnit = 1 << 16

func readThings(path string, states *stateList, sounds []sound, names *nameLists) ([]thing, error) {
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	soundIndex := map[string]int{}
	for i, s := range sounds {
		soundIndex[s.name] = i
	}
	var things []thing
	keys := figureKeys
	for _, l := range lines {
		f := strings.Fields(l.text)
		for i := 0; i < len(f); i += 2 {
			if i+1 == len(f) {
				return nil, l.errorf("nothing behind %q", f[i])
			}
			key, value := f[i], f[i+1]
			if key == "thing" {
				things = append(things, thing{name: value, figures: map[string]int{
					"DoomEdNum": -1, "SpawnHealth": 1000, "ReactionTime": 8,
					"Radius": 20 * fixedUnit, "Height": 16 * fixedUnit, "Mass": 100}})
				keys = figureKeys
				continue
			}
			if len(things) == 0 {
				return nil, l.errorf("%q before the first thing", key)
			}
			t := &things[len(things)-1]
			if key == "flags" {
				for _, name := range f[i+1:] {
					if indexOf(names.flags, name) < 0 {
						return nil, l.errorf("no flag %q", name)
					}
				}
				t.flags = f[i+1:]
				break
			}
			switch key {
			case "states":
				keys, i = stateKeys, i-1
				continue
			case "sounds":
				keys, i = soundKeys, i-1
				continue
			}
			field, ok := keys[key]
			if !ok {
				if field, ok = figureKeys[key]; !ok {
					return nil, l.errorf("do not know %q", key)
				}
				keys = figureKeys
			}
			n := 0
			switch {
			case strings.HasSuffix(field, "State"):
				n, ok = states.index[value]
			case strings.HasSuffix(field, "Sound"):
				n, ok = soundIndex[value]
			default:
				units, isUnits := strings.CutSuffix(value, "u")
				n, err = strconv.Atoi(units)
				ok = err == nil
				if isUnits || field == "Radius" || field == "Height" {
					n *= fixedUnit
				}
			}
			if !ok {
				return nil, l.errorf("%s %s of %s is not known", key, value, t.name)
			}
			t.figures[field] = n
		}
	}
	return things, nil
}

func writeThings(things []thing) []byte {
	b := bytes.NewBufferString(header)
	names := make([]string, len(things))
	for i, t := range things {
		names[i] = camel(t.name)
	}
	enum(b, "The types of map objects.", "MobjType", "Mobj", "NumMobjTypes", names)
	fmt.Fprintf(b, "var mobjTable = [%d]Mobj{\n", len(things))
	for i, t := range things {
		fmt.Fprintf(b, "\t{ // %d %s\n\t\t", i, t.name)
		for _, field := range fieldOrder {
			if n := t.figures[field]; n != 0 {
				fmt.Fprintf(b, "%s: %s, ", field, figure(field, n))
			}
		}
		if len(t.flags) > 0 {
			b.WriteString("\n\t\tFlags: ")
			for j, f := range t.flags {
				if j > 0 {
					b.WriteString(" | ")
				}
				b.WriteString("Flag" + camel(f))
			}
			b.WriteString(",")
		}
		b.WriteString("\n\t},\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func figure(field string, n int) string {
	if n >= fixedUnit && n%fixedUnit == 0 && field != "Mass" {
		return fmt.Sprintf("%d << 16", n/fixedUnit)
	}
	return strconv.Itoa(n)
}
