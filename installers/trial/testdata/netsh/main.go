// Command netsh stands in for Windows' own: it notes beside itself what it was
// asked for, one line a call.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	name, err := os.Executable()
	if err != nil {
		panic(err)
	}
	f, err := os.OpenFile(name+".log", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	if _, err := fmt.Fprintln(f, strings.Join(os.Args[1:], "|")); err != nil {
		panic(err)
	}
	if err := f.Close(); err != nil {
		panic(err)
	}
}
