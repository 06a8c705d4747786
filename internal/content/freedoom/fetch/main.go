// Command fetch makes sure that Freedoom is present, and prints the folder that holds it: the
// system's own if it is installed, else the given one.
//
//	go run ./internal/content/freedoom/fetch FOLDER
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"doomhost/internal/content/freedoom"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: fetch FOLDER")
		os.Exit(2)
	}
	dir := os.Args[1]
	if found, ok := freedoom.Find(append([]string{dir}, freedoom.SystemDirs()...)...); ok {
		fmt.Println(found)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := freedoom.Fetch(ctx, dir, show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(dir)
}

func show(what string, done, total int64) {
	switch {
	case total > 0:
		fmt.Fprintf(os.Stderr, "\r%s: %3d %%", what, done*100/total)
		if done >= total {
			fmt.Fprintln(os.Stderr)
		}
	case done > 0:
		fmt.Fprintf(os.Stderr, "\r%s: %d KiB", what, done>>10)
	default:
		fmt.Fprintln(os.Stderr, what)
	}
}
