package manpage

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func tool() *cobra.Command {
	root := &cobra.Command{
		Use: "tool", Short: "Do things", Long: "tool does things.\n\n.dotted \\ and 'quoted'\n  indented", Example: "  tool --port 3",
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	root.Flags().Int("port", 8666, "TCP `number`")
	root.Flags().String("name", "this-machine", "own name")
	root.Flags().Bool("secret", false, "for us")
	_ = root.Flags().MarkHidden("secret")
	_ = root.Flags().SetAnnotation("name", Varies, []string{"true"})
	join := &cobra.Command{Use: "join NAME|ADDRESS", Short: "Open a game", Run: func(*cobra.Command, []string) {}}
	join.Flags().Bool("fast", false, "hurry")
	hidden := &cobra.Command{Use: "man", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(join, hidden)
	return root
}

const want = `.TH TOOL 6 "2024-02-29" "tool v1" "Games"
.nh
.ad l
.SH NAME
tool \- do things
.SH SYNOPSIS
.B tool
[option ...]
.br
.B tool join
[option ...] NAME|ADDRESS
.SH DESCRIPTION
tool does things.
.PP
\&.dotted \e and 'quoted'
.br
indented
.br
.SH OPTIONS
.TP
\fB\-\-name\fR \fIstring\fR
own name
.TP
\fB\-\-port\fR \fInumber\fR
TCP number (default 8666)
.SH COMMANDS
.SS join
Open a game.
.TP
\fB\-\-fast\fR
hurry
.SH EXAMPLES
.nf
tool \-\-port 3
.fi
.SH FILES
~/x
`

func TestPageSaysWhatTheCommandLineSays(t *testing.T) {
	p := Page{
		Section: 6, Date: time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), Version: "v1", Manual: "Games",
		Further: []Section{{"files", "~/x"}},
	}
	if got := string(p.Write(tool())); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestHiddenThingsAreNotTold(t *testing.T) {
	got := string(Page{Section: 6}.Write(tool()))
	for _, word := range []string{"secret", "man\n", "completion"} {
		if strings.Contains(got, word) {
			t.Errorf("the page tells of %q", word)
		}
	}
}
