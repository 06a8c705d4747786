package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// nameLists holds the lists of names.txt.
type nameLists struct {
	sprites, music, actions, flags []string
}

func readNames(path string) (*nameLists, error) {
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	n := &nameLists{}
	lists := map[string]*[]string{"sprites": &n.sprites, "music": &n.music, "actions": &n.actions, "flags": &n.flags}
	var list *[]string
	for _, l := range lines {
		if next, ok := lists[l.text]; ok {
			list = next
			continue
		}
		if list == nil {
			return nil, l.errorf("names before the name of a list")
		}
		*list = append(*list, strings.Fields(l.text)...)
	}
	return n, nil
}

// indexOf returns a name's number in a list, or -1.
func indexOf(list []string, name string) int {
	for i, s := range list {
		if s == name {
			return i
		}
	}
	return -1
}

func camels(names []string) []string {
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = camel(s)
	}
	return out
}

func writeNames(n *nameLists) []byte {
	b := bytes.NewBufferString(header)
	enum(b, "The sprites.", "SpriteID", "Sprite", "NumSprites", camels(n.sprites))
	writeList(b, "spriteNames", n.sprites)
	enum(b, "The songs.", "MusicID", "Music", "NumMusic", camels(n.music))
	music := append([]string{""}, n.music[1:]...)
	writeList(b, "musicNames", music)
	enum(b, "The actions of states. What they do is in engine/sim.", "ActionID", "Act", "NumActions", n.actions)
	writeList(b, "actionNames", n.actions)
	fmt.Fprint(b, "// The flags of things.\nconst (\n")
	for i, f := range n.flags {
		fmt.Fprintf(b, "\tFlag%s MobjFlags = 1 << %d\n", camel(f), i)
	}
	fmt.Fprint(b, ")\n\n")
	writeList(b, "flagNames", n.flags)
	return b.Bytes()
}

func writeList(b *bytes.Buffer, name string, list []string) {
	fmt.Fprintf(b, "var %s = [%d]string{", name, len(list))
	for i, s := range list {
		if i%8 == 0 {
			b.WriteString("\n\t")
		}
		fmt.Fprintf(b, "%q, ", s)
	}
	b.WriteString("\n}\n\n")
}

// sound is one line of sounds.txt.
type sound struct {
	name                string
	priority            int
	singular            bool
	link, pitch, volume int
}

func readSounds(path string) ([]sound, error) {
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	var sounds []sound
	for _, l := range lines {
		f := strings.Fields(l.text)
		s := sound{name: f[0], pitch: -1, volume: -1}
		if len(f) < 2 {
			return nil, l.errorf("sound %s without a priority", s.name)
		}
		if s.priority, err = strconv.Atoi(f[1]); err != nil {
			return nil, l.errorf("priority %q", f[1])
		}
		switch rest := f[2:]; {
		case len(rest) == 0:
		case len(rest) == 1 && rest[0] == "singular":
			s.singular = true
		case len(rest) == 4 && rest[0] == "link":
			// Links may go to a later sound, so they are resolved after the loop.
			s.link = -1
			for i, other := range lines {
				if strings.Fields(other.text)[0] == rest[1] {
					s.link = i
				}
			}
			s.pitch, _ = strconv.Atoi(rest[2])
			s.volume, _ = strconv.Atoi(rest[3])
			if s.link < 0 {
				return nil, l.errorf("link to unknown sound %q", rest[1])
			}
		default:
			return nil, l.errorf("do not know %q", rest)
		}
		sounds = append(sounds, s)
	}
	return sounds, nil
}

func writeSounds(sounds []sound) []byte {
	b := bytes.NewBufferString(header)
	names := make([]string, len(sounds))
	for i, s := range sounds {
		names[i] = camel(s.name)
	}
	enum(b, "The sounds.", "SoundID", "Sound", "NumSounds", names)
	fmt.Fprintf(b, "var soundTable = [%d]Sound{\n", len(sounds))
	for _, s := range sounds {
		fmt.Fprintf(b, "\t{%q, %v, %d, %d, %d, %d},\n", s.name, s.singular, s.priority, s.link, s.pitch, s.volume)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
