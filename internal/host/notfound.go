package host

import (
	"html"
	"net/http"
	"strings"
)

// notFoundPage is the page for a person at an unknown address. It looks like the client but
// uses no file of it, because those may be what is missing.
const notFoundPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<title>Not found · doomhost</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: dark; font: 100%/1.45 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: #e9e2d8; background: radial-gradient(120% 60% at 50% -20%, #5a2410aa, transparent 70%), #0e0c0b; }
main { box-sizing: border-box; width: min(34rem, 100%); padding: 1.5rem; text-align: center; overflow-wrap: anywhere; }
h1 { margin: 0 0 .6rem; font-size: 1.6rem; line-height: 1.2; color: #ffb454; }
p { margin: 0 0 1.4rem; }
code { font: .95em ui-monospace, Menlo, monospace; }
a { display: inline-block; padding: .75rem 1.5rem; font-weight: 800; letter-spacing: .06em; text-decoration: none; color: #1d0d04; background: linear-gradient(180deg, #ffb454, #ef7d28 55%, #cf5a17); border-radius: 4px; }
a:focus-visible { outline: 2px solid #ffb454; outline-offset: 3px; }
</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>doomhost has nothing at <code>{path}</code>. The address may be mistyped, or belong to a deleted recording.</p>
<a href="/">Go to the lobby</a>
</main>
</body>
</html>
`

// notFound answers a request for an unknown address: a browser gets a page, a program one
// line.
func notFound(w http.ResponseWriter, r *http.Request, name string) {
	w.Header().Set("Vary", "Accept")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Error(w, "There is no "+name+" here.", http.StatusNotFound)
		return
	}
	head := w.Header()
	head.Set("Content-Type", mimeTypes[".html"])
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Security-Policy", contentPolicy)
	head.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write([]byte(strings.Replace(notFoundPage, "{path}", html.EscapeString(r.URL.Path), 1)))
}
