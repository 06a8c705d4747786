package macos

import (
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"strings"

	"howett.net/plist"

	"doomhost/installers/pack"
)

// rules1 and rules2 say which files a seal covers and how; these are the rules
// that every bundle has. The first set is for macOS before 10.9.
var (
	rules1 = map[string]any{
		`^Resources/`:                            true,
		`^Resources/.*\.lproj/`:                  map[string]any{"optional": true, "weight": 1000.0},
		`^Resources/.*\.lproj/locversion.plist$`: map[string]any{"omit": true, "weight": 1100.0},
		`^Resources/Base\.lproj/`:                map[string]any{"weight": 1010.0},
		`^version.plist$`:                        true,
	}
	rules2 = map[string]any{
		`.*\.dSYM($|/)`:      map[string]any{"weight": 11.0},
		`^(.*/)?\.DS_Store$`: map[string]any{"omit": true, "weight": 2000.0},
		`^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/`: map[string]any{"nested": true, "weight": 10.0},
		`^.*`:                                    true,
		`^Info\.plist$`:                          map[string]any{"omit": true, "weight": 20.0},
		`^PkgInfo$`:                              map[string]any{"omit": true, "weight": 20.0},
		`^Resources/`:                            map[string]any{"weight": 20.0},
		`^Resources/.*\.lproj/`:                  map[string]any{"optional": true, "weight": 1000.0},
		`^Resources/.*\.lproj/locversion.plist$`: map[string]any{"omit": true, "weight": 1100.0},
		`^Resources/Base\.lproj/`:                map[string]any{"weight": 1010.0},
		`^[^/]+$`:                                map[string]any{"nested": true, "weight": 10.0},
		`^embedded\.provisionprofile$`:           map[string]any{"weight": 20.0},
		`^version\.plist$`:                       map[string]any{"weight": 20.0},
	}
)

// Seal makes _CodeSignature/CodeResources: the sums of all files below
// Resources/. The tree's names are those below Contents/. The program itself
// and Info.plist are sealed by the program's signature.
func Seal(contents pack.Tree) ([]byte, error) {
	files, files2 := map[string]any{}, map[string]any{}
	for _, f := range contents {
		switch {
		case f.Name == "Info.plist" || f.Name == "PkgInfo" || strings.HasPrefix(f.Name, "MacOS/"):
		case strings.HasPrefix(f.Name, "Resources/") && !strings.Contains(f.Name, ".lproj/"):
			one, two := sha1.Sum(f.Data), sha256.Sum256(f.Data)
			files[f.Name] = one[:]
			files2[f.Name] = map[string]any{"hash": one[:], "hash2": two[:]}
		default:
			return nil, fmt.Errorf("seal the bundle: no rule is known for %s", f.Name)
		}
	}
	data, err := plist.MarshalIndent(map[string]any{
		"files": files, "files2": files2, "rules": rules1, "rules2": rules2,
	}, plist.XMLFormat, "\t")
	if err != nil {
		return nil, fmt.Errorf("seal the bundle: %w", err)
	}
	return data, nil
}
