package wadlib

import (
	"path/filepath"
	"slices"
)

// Places are the properties of the system that decide where WADs lie.
type Places struct {
	GOOS    string              // as runtime.GOOS
	Getenv  func(string) string // as os.Getenv
	Home    string              // the user's folder, or empty
	Data    string              // doomhost's own folder for the user, or empty
	Program string              // the folder of the running program, or empty
}

// storeGames are the folders, relative to a Steam library or GOG folder, in which games keep
// their WADs.
var storeGames = []string{
	"Ultimate Doom/base", "Ultimate Doom/base/doom2", "Ultimate Doom/base/tnt", "Ultimate Doom/base/plutonia", "Ultimate Doom/rerelease",
	"Doom 2/base", "Doom 2/masterbase", "Doom 2/finaldoombase", "Doom 2/rerelease", "Final Doom/base",
	"DOOM 3 BFG Edition/base/wads",
	"Doom", "DOOM", "Doom II", "DOOM II", "Final Doom/TNT", "Final Doom/Plutonia", "Ultimate DOOM", "The Ultimate Doom",
}

// OwnDirs returns the folders that the user fills: the ones named by the user, and doomhost's
// own.
func OwnDirs(named []string, p Places) []string {
	dirs := slices.Clone(named)
	dirs = append(dirs, p.Getenv("DOOMWADDIR"))
	dirs = append(dirs, filepath.SplitList(p.Getenv("DOOMWADPATH"))...)
	if p.Data != "" {
		dirs = append(dirs, filepath.Join(p.Data, "wads"))
	}
	return slices.DeleteFunc(dirs, func(d string) bool { return d == "" })
}

// SearchDirs returns the folders to search for WADs: first the ones named by the user, then
// the user's own, then those that came with the program, then the system's, then those of the
// stores. They need not exist.
func SearchDirs(named []string, p Places) []string {
	var dirs []string
	seen := make(map[string]bool)
	add := func(list ...string) {
		for _, d := range list {
			if d != "" && !seen[d] {
				seen[d] = true
				dirs = append(dirs, d)
			}
		}
	}
	add(OwnDirs(named, p)...)
	if p.Program != "" {
		add(bundled(p.GOOS, p.Program))
	}
	if p.GOOS != "windows" {
		add("/usr/local/share/games/doom", "/usr/share/games/doom", "/usr/local/share/doom", "/usr/share/doom", "/usr/share/games/doom3bfg")
	}
	for _, root := range stores(p) {
		for _, game := range storeGames {
			add(filepath.Join(root, filepath.FromSlash(game)))
		}
	}
	return dirs
}

// bundled returns the folder in which a package that carries WADs puts them.
func bundled(goos, program string) string {
	if goos == "darwin" && filepath.Base(program) == "MacOS" {
		return filepath.Join(filepath.Dir(program), "Resources", "wads")
	}
	return filepath.Join(program, "wads")
}

// stores returns the folders in which Steam and GOG install games.
func stores(p Places) []string {
	home := func(parts ...string) string { return filepath.Join(append([]string{p.Home}, parts...)...) }
	switch p.GOOS {
	case "windows":
		var roots []string
		for _, v := range []string{"ProgramFiles(x86)", "ProgramFiles"} {
			if dir := p.Getenv(v); dir != "" {
				roots = append(roots,
					filepath.Join(dir, "Steam", "steamapps", "common"),
					filepath.Join(dir, "GOG Galaxy", "Games"),
					filepath.Join(dir, "GOG.com"))
			}
		}
		return append(roots, `C:\GOG Games`)
	case "darwin":
		return []string{home("Library", "Application Support", "Steam", "steamapps", "common"), "/Applications"}
	}
	if p.Home == "" {
		return nil
	}
	return []string{
		home(".steam", "steam", "steamapps", "common"),
		home(".local", "share", "Steam", "steamapps", "common"),
		home(".var", "app", "com.valvesoftware.Steam", ".local", "share", "Steam", "steamapps", "common"),
		home("GOG Games"),
	}
}
