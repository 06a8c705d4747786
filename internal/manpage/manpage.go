// Package manpage writes the manual page of a command line in roff: one page for
// the program and all its commands. The text is what --help says, so the two
// cannot differ. It starts nothing and keeps no state.
package manpage

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is what of a manual page the commands do not say.
type Page struct {
	Section int
	Date    time.Time // of the page's last change
	Version string
	Manual  string // the manual's title, in the middle of the head line
	// Further sections, as pairs of a heading and paragraphs parted by empty lines.
	Further []Section
}

// Section is a heading and its text.
type Section struct{ Heading, Text string }

// Write returns the page of a program with its commands.
func (p Page) Write(root *cobra.Command) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %d %q %q %q\n", strings.ToUpper(root.Name()), p.Section, p.Date.UTC().Format(time.DateOnly), root.Name()+" "+p.Version, p.Manual)
	b.WriteString(".nh\n.ad l\n")
	heading(&b, "NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", escape(root.Name()), escape(lowerFirst(root.Short)))
	heading(&b, "SYNOPSIS")
	synopsis(&b, root)
	for _, c := range commands(root) {
		b.WriteString(".br\n")
		synopsis(&b, c)
	}
	heading(&b, "DESCRIPTION")
	text(&b, long(root))
	flags(&b, root)
	if list := commands(root); len(list) > 0 {
		heading(&b, "COMMANDS")
		for _, c := range list {
			fmt.Fprintf(&b, ".SS %s\n", escape(strings.TrimPrefix(c.CommandPath(), root.Name()+" ")))
			text(&b, long(c))
			flagList(&b, c.LocalFlags())
		}
	}
	if root.Example != "" {
		heading(&b, "EXAMPLES")
		b.WriteString(".nf\n")
		for _, line := range strings.Split(root.Example, "\n") {
			b.WriteString(escapeLine(strings.TrimPrefix(line, "  ")) + "\n")
		}
		b.WriteString(".fi\n")
	}
	for _, s := range p.Further {
		heading(&b, strings.ToUpper(s.Heading))
		text(&b, s.Text)
	}
	return []byte(b.String())
}

// commands are all commands below one that people are meant to know.
func commands(c *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" || sub.Name() == "completion" {
			continue
		}
		list = append(list, sub)
		list = append(list, commands(sub)...)
	}
	return list
}

func synopsis(b *strings.Builder, c *cobra.Command) {
	line := c.CommandPath()
	fmt.Fprintf(b, ".B %s\n", escape(line))
	rest := strings.TrimSpace(strings.TrimPrefix(c.Use, c.Name()))
	if c.HasAvailableLocalFlags() && !strings.Contains(rest, "flags") {
		rest = strings.TrimSpace("[option ...] " + rest)
	}
	if rest != "" {
		b.WriteString(escapeLine(rest) + "\n")
	}
}

func long(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

func flags(b *strings.Builder, root *cobra.Command) {
	if root.HasAvailableLocalFlags() {
		heading(b, "OPTIONS")
		flagList(b, root.LocalFlags())
	}
}

func flagList(b *strings.Builder, set *pflag.FlagSet) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		b.WriteString(`\fB` + escape(name) + `\fR`)
		if value != "" {
			b.WriteString(` \fI` + escape(value) + `\fR`)
		}
		b.WriteString("\n" + escapeLine(usage))
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.Annotations[Varies] == nil {
			b.WriteString(" (default " + escape(f.DefValue) + ")")
		}
		b.WriteString("\n")
	})
}

// Varies is the annotation of a flag whose default differs from one machine to
// the next: no page tells it.
const Varies = "default-varies"

func heading(b *strings.Builder, s string) { fmt.Fprintf(b, ".SH %s\n", escape(s)) }

// text writes paragraphs; an indented line keeps its shape.
func text(b *strings.Builder, s string) {
	for i, p := range strings.Split(strings.TrimSpace(s), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		for _, line := range strings.Split(p, "\n") {
			if trimmed := strings.TrimLeft(line, " \t"); trimmed != line && trimmed != "" {
				b.WriteString(".br\n" + escapeLine(trimmed) + "\n.br\n")
			} else if line != "" {
				b.WriteString(escapeLine(line) + "\n")
			}
		}
	}
}

// escape makes text safe within a line of roff.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
}

// escapeLine also keeps a line from being read as a request.
func escapeLine(s string) string {
	s = escape(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
