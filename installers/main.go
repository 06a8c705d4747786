// Command installers builds doomhost's packages for every system, on Linux:
//
//	go run ./installers [--out dist] [--freedoom DIR] [--only PATTERN]
//
// What is in them is said once, in package product; package dist knows the
// targets. It works in the main goroutine.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"doomhost/installers/dist"
	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/internal/content/freedoom"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if errors.Is(err, pflag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "installers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	var b dist.Build
	f := pflag.NewFlagSet("installers", pflag.ContinueOnError)
	f.SortFlags = false
	out := f.String("out", "dist", "folder for the packages")
	only := f.StringArray("only", nil, "targets to build, as linux/amd64/deb or windows/*; may be given again")
	list := f.Bool("list", false, "list the targets")
	wads := f.String("freedoom", "", `folder with Freedoom's WADs for Windows and macOS; "none" leaves them out (default: where the system or make run has them)`)
	version := f.String("version", "", "version such as v1.2.3 (default: what git describe says)")
	f.StringVar(&b.Product.Maintainer, "maintainer", product.DefaultMaintainer, "who answers for the packages")
	f.StringVar(&b.Product.Homepage, "homepage", "", "where the project lives")
	f.StringVar(&b.Hooks.Windows, "sign-windows", "", "command that signs the .exe file that is its last argument")
	f.StringVar(&b.Hooks.MacOS, "sign-macos", "", "command that signs the .app folder that is its last argument")
	f.StringVar(&b.Keys.PGP, "sign-pgp", "", "file with the key for .deb and .rpm (passphrase: PACKAGE_PASSPHRASE)")
	f.StringVar(&b.Keys.APK, "sign-apk", "", "file with the RSA key for .apk (passphrase: PACKAGE_PASSPHRASE)")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("there is no argument %q; --help shows the flags", f.Arg(0))
	}
	targets, err := dist.Select(dist.Targets(), *only...)
	if err != nil {
		return err
	}
	if *list {
		for _, t := range targets {
			fmt.Println(t)
		}
		return nil
	}
	b.Keys.Passphrase = os.Getenv("PACKAGE_PASSPHRASE")
	root, err := git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if b.Product.Version, err = versionOf(ctx, *version); err != nil {
		return err
	}
	if b.Product.Stamp, err = stamp(ctx); err != nil {
		return err
	}
	if b.Freedoom, err = freedoomTree(*wads, root); err != nil {
		return err
	}
	if b.Icon, err = os.ReadFile(filepath.Join(root, "web", "src", "page", "icon.svg")); err != nil {
		return fmt.Errorf("read the icon: %w", err)
	}
	if b.Licence, err = os.ReadFile(filepath.Join(root, "LICENSE")); err != nil {
		return fmt.Errorf("read the licence: %w", err)
	}
	work, err := os.MkdirTemp("", "doomhost-installers-*")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(work) //nolint:errcheck // a temporary folder
	if b.Source, err = dist.NewCheckout(root, work, b.Product); err != nil {
		return err
	}
	fmt.Printf("doomhost %s of %s into %s\n", b.Product.Version.File(), b.Product.Stamp.Format(time.RFC3339), *out)
	return dist.Run(ctx, &b, targets, *out, func(file string, size int64) {
		fmt.Printf("%6.2f MB  %s\n", float64(size)/1e6, file)
	})
}

func git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}

// versionOf asks git, as the Makefile does for the binary.
func versionOf(ctx context.Context, given string) (product.Version, error) {
	count, err := git(ctx, "rev-list", "--count", "HEAD")
	if err != nil {
		return product.Version{}, err
	}
	commits, err := strconv.Atoi(count)
	if err != nil {
		return product.Version{}, fmt.Errorf("count commits: %w", err)
	}
	if given == "" {
		if given, err = git(ctx, "describe", "--tags", "--always", "--dirty"); err != nil {
			return product.Version{}, err
		}
	}
	return product.ParseVersion(given, commits)
}

// stamp is the time that all files bear: SOURCE_DATE_EPOCH, else the commit's.
func stamp(ctx context.Context) (time.Time, error) {
	s := os.Getenv("SOURCE_DATE_EPOCH")
	if s == "" {
		var err error
		if s, err = git(ctx, "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, err
		}
	}
	seconds, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("read SOURCE_DATE_EPOCH: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// freedoomTree reads the WADs from a folder, or from where they usually are.
func freedoomTree(dir, root string) (pack.Tree, error) {
	if dir == "none" {
		return nil, nil
	}
	dirs := []string{dir}
	if dir == "" {
		dirs = append([]string{filepath.Join(root, "wads")}, freedoom.SystemDirs()...)
	}
	found, ok := freedoom.Find(dirs...)
	if !ok {
		return nil, fmt.Errorf("there is no Freedoom in %s: fetch it with `go run ./internal/content/freedoom/fetch wads`, or say --freedoom none", strings.Join(dirs, ", "))
	}
	var t pack.Tree
	for _, name := range freedoom.Names {
		data, err := os.ReadFile(filepath.Join(found, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // the deathmatch WAD need not be there
		}
		if err != nil {
			return nil, fmt.Errorf("read Freedoom: %w", err)
		}
		t.Add(name, data)
	}
	return t, nil
}
