package dist

import (
	"context"
	"fmt"
	"strings"

	"doomhost/installers/icon"
	"doomhost/installers/linux"
	"doomhost/installers/notices"
	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// iconSizes are the PNGs in a desktop's icon theme, in pixels along a side.
var iconSizes = [...]int{16, 32, 48, 64, 128, 256}

// shells and where in /usr/share each keeps completions of packages.
var shells = [...]struct{ name, file string }{
	{"bash", "bash-completion/completions/doomhost"},
	{"zsh", "zsh/site-functions/_doomhost"},
	{"fish", "fish/vendor_completions.d/doomhost.fish"},
}

// linuxTree is what a Linux package installs, below /.
func (b *Build) linuxTree(ctx context.Context, f linux.Format, goarch string) (pack.Tree, error) {
	var t pack.Tree
	program, err := b.Source.Program(ctx, "linux", goarch)
	if err != nil {
		return nil, err
	}
	t.AddProgram("usr/bin/doomhost", program)
	t.Add("usr/share/applications/doomhost.desktop", product.MenuEntry())
	t.Add("usr/share/applications/doomhost-link.desktop", product.LinkHandler())
	if f != linux.Apk { // Alpine has no systemd
		t.Add("usr/lib/systemd/user/doomhost.service", product.UserService())
	}

	ic, err := icon.Parse(b.Icon)
	if err != nil {
		return nil, err
	}
	t.Add("usr/share/icons/hicolor/scalable/apps/doomhost.svg", b.Icon)
	for _, side := range iconSizes {
		png, err := ic.PNG(side)
		if err != nil {
			return nil, err
		}
		t.Add(fmt.Sprintf("usr/share/icons/hicolor/%dx%d/apps/doomhost.png", side, side), png)
	}

	man, err := b.Source.Manual(ctx)
	if err != nil {
		return nil, err
	}
	man, err = pack.Gzip(man)
	if err != nil {
		return nil, err
	}
	t.Add(fmt.Sprintf("usr/share/man/man%d/doomhost.%d.gz", product.Section, product.Section), man)
	for _, s := range shells {
		script, err := b.Source.Completion(ctx, s.name)
		if err != nil {
			return nil, err
		}
		file := s.file
		if f == linux.Deb {
			file = strings.Replace(file, "site-functions", "vendor-completions", 1)
		}
		t.Add("usr/share/"+file, script)
	}

	text, err := b.notices(ctx, false)
	if err != nil {
		return nil, err
	}
	if f != linux.Deb {
		t.Add("usr/share/licenses/doomhost/LICENSE", b.Licence)
		t.Add("usr/share/licenses/doomhost/NOTICES", text)
		return t, nil
	}
	changelog, err := pack.Gzip(b.Product.DebianChangelog())
	if err != nil {
		return nil, err
	}
	if text, err = pack.Gzip(text); err != nil {
		return nil, err
	}
	t.Add("usr/share/doc/doomhost/changelog.gz", changelog)
	t.Add("usr/share/doc/doomhost/copyright", b.Product.DebianCopyright())
	t.Add("usr/share/doc/doomhost/NOTICES.gz", text)
	t.Add("usr/share/lintian/overrides/doomhost", product.LintianOverrides())
	return t, nil
}

// documents are what an archive holds beside the program on every system.
func (b *Build) documents(ctx context.Context, goos string) (pack.Tree, error) {
	var t pack.Tree
	bundled := goos != "linux" && len(b.Freedoom) > 0
	text, err := b.notices(ctx, bundled)
	if err != nil {
		return nil, err
	}
	end := "\n"
	if goos == "windows" {
		end = "\r\n"
		t.Add("LICENSE.txt", lines(b.Licence, end))
		t.Add("NOTICES.txt", lines(text, end))
	} else {
		t.Add("LICENSE", b.Licence)
		t.Add("NOTICES", text)
	}
	t.Add("README.txt", lines(product.Readme(goos), end))
	if bundled {
		t = append(t, b.Freedoom.Below("wads")...)
		t.Add("wads/FREEDOOM.txt", lines(product.FreedoomLicence(), end))
	}
	return t, nil
}

// unixExtras are manual, completions and, on Linux, what a desktop wants.
func (b *Build) unixExtras(ctx context.Context, goos string) (pack.Tree, error) {
	var t pack.Tree
	man, err := b.Source.Manual(ctx)
	if err != nil {
		return nil, err
	}
	t.Add(fmt.Sprintf("man/doomhost.%d", product.Section), man)
	for _, s := range shells {
		script, err := b.Source.Completion(ctx, s.name)
		if err != nil {
			return nil, err
		}
		t.Add("completions/doomhost."+s.name, script)
	}
	if goos == "linux" {
		t.Add("desktop/doomhost.desktop", product.MenuEntry())
		t.Add("desktop/doomhost-link.desktop", product.LinkHandler())
		t.Add("desktop/doomhost.service", product.UserService())
		t.Add("desktop/doomhost.svg", b.Icon)
	}
	return t, nil
}

func (b *Build) notices(ctx context.Context, freedoom bool) ([]byte, error) {
	libs, err := b.Source.Libraries(ctx)
	if err != nil {
		return nil, err
	}
	var further []notices.Text
	if freedoom {
		further = append(further, notices.Text{Name: "Freedoom, in the folder wads", Content: string(product.FreedoomLicence())})
	}
	return notices.Format(libs, further...), nil
}

// lines gives a text the ends of lines that a system wants.
func lines(text []byte, end string) []byte {
	return []byte(strings.ReplaceAll(string(text), "\n", end))
}
