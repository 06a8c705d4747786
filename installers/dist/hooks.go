package dist

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"doomhost/installers/pack"
)

// signFile lets a hook sign a file in place; without a hook it stays as it is.
func signFile(ctx context.Context, hook, name string, data []byte) ([]byte, error) {
	if hook == "" {
		return data, nil
	}
	var t pack.Tree
	t.AddProgram(name, data)
	out, err := signTree(ctx, hook, name, t)
	if err != nil {
		return nil, err
	}
	signed, ok := out.Find(name)
	if !ok || bytes.Equal(signed, data) {
		return nil, fmt.Errorf("sign %s: %s left it as it was", name, hook)
	}
	return signed, nil
}

// signTree lays files out, lets a hook sign what is called name, and reads them again.
func signTree(ctx context.Context, hook, name string, t pack.Tree) (pack.Tree, error) {
	tmp, err := os.MkdirTemp("", "doomhost-sign-*")
	if err != nil {
		return nil, fmt.Errorf("sign %s: %w", name, err)
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary folder
	if err := t.WriteTo(tmp, time.Unix(0, 0)); err != nil {
		return nil, err
	}
	words := append(strings.Fields(hook), filepath.Join(tmp, filepath.FromSlash(name)))
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("sign %s: %s: %w\n%s", name, hook, err, out)
	}
	return pack.ReadDir(tmp)
}

// signed builds a file and lets a hook sign it.
func signed(ctx context.Context, hook, name string, w io.Writer, build func(io.Writer) error) error {
	var b bytes.Buffer
	if err := build(&b); err != nil {
		return err
	}
	data, err := signFile(ctx, hook, name, b.Bytes())
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
