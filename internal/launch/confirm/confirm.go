// Package confirm asks the user in the browser before doomhost does what a web page
// requested: a page on the loopback interface with two buttons. Other machines cannot see
// it, and other pages cannot press its buttons, because each question has a secret.
//
// Ask serves the page until the answer has reached the browser, and then ends everything
// that it started.
package confirm

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

//go:embed page.html
var pageText string

//go:embed buttons.html
var buttonsText string

// ErrNo means that the user said no, or did not answer in time.
var ErrNo = errors.New("you did not confirm: nothing was started")

// Time limits of a question.
const (
	patience = 5 * time.Minute  // for the user's decision
	grace    = 10 * time.Second // for the last answer to the browser
)

// Question is the text of a question, and the action for a yes.
type Question struct {
	Title string
	Text  string
	Yes   string // the button's text
	No    string
	// Started runs after a yes. It returns the URL for the browser.
	Started func(context.Context) (url string, err error)
}

// view is the content of the page: a question or its result.
type view struct {
	Title, Text, Yes, No, Token string
}

// html renders the page. It replaces the few fields itself: a template package looks up
// methods by name, so the linker would have to keep every method, and the program would be
// a quarter larger.
func (v view) html() string {
	buttons := ""
	if v.Yes != "" {
		buttons = fill(buttonsText, "{{token}}", v.Token, "{{yes}}", v.Yes, "{{no}}", v.No)
	}
	before, after, _ := strings.Cut(pageText, "{{buttons}}")
	values := []string{"{{title}}", v.Title, "{{text}}", v.Text}
	return fill(before, values...) + buttons + fill(after, values...)
}

// fill replaces names by values, which it escapes.
func fill(text string, namesAndValues ...string) string {
	for i := 1; i < len(namesAndValues); i += 2 {
		namesAndValues[i] = html.EscapeString(namesAndValues[i])
	}
	return strings.NewReplacer(namesAndValues...).Replace(text)
}

// asking is an open question.
type asking struct {
	question Question
	token    string
	host     string
	done     chan error // the result of the question
}

// Ask asks the question. open opens a URL in the user's browser; asked, if not nil,
// receives the same URL. The error is ErrNo, or that of open or Started.
func Ask(ctx context.Context, q Question, open func(url string) error, asked func(url string)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("ask in the browser: %w", err)
	}
	a := &asking{question: q, token: rand.Text(), host: l.Addr().String(), done: make(chan error, 1)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", a.show)
	mux.HandleFunc("POST /yes", a.yes)
	mux.HandleFunc("POST /no", a.no)
	defer serve(l, a.guard(mux), grace)()
	url := "http://" + a.host + "/?t=" + a.token
	if asked != nil {
		asked(url)
	}
	if err := open(url); err != nil {
		return fmt.Errorf("ask in the browser: %w", err)
	}
	select {
	case err := <-a.done:
		return err
	case <-ctx.Done():
		return ErrNo
	}
}

// guard passes only requests to this address with the secret, and no post from another
// page.
func (a *asking) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Frame-Options", "DENY")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "same-origin")
		head.Set("Cache-Control", "no-store")
		head.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
		r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
		if r.Host != a.host || subtle.ConstantTimeCompare([]byte(r.FormValue("t")), []byte(a.token)) != 1 {
			http.Error(w, "Use the address that doomhost opened in your browser.", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); r.Method != http.MethodGet && origin != "http://"+a.host {
			http.Error(w, "Other pages have no access here.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *asking) show(w http.ResponseWriter, _ *http.Request) {
	q := a.question
	a.write(w, view{q.Title, q.Text, q.Yes, q.No, a.token})
}

func (a *asking) write(w http.ResponseWriter, v view) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// Ignore the error: the browser may have disconnected.
	_, _ = io.WriteString(w, v.html())
}

func (a *asking) yes(w http.ResponseWriter, r *http.Request) {
	url, err := a.question.Started(r.Context())
	if err != nil {
		a.write(w, view{Title: "It did not work", Text: err.Error()})
	} else {
		http.Redirect(w, r, url, http.StatusSeeOther)
	}
	a.end(err)
}

func (a *asking) no(w http.ResponseWriter, _ *http.Request) {
	a.write(w, view{Title: "Nothing was started", Text: "You can close this page."})
	a.end(ErrNo)
}

// end sends the first result; it ignores those of further clicks.
func (a *asking) end(err error) {
	select {
	case a.done <- err:
	default:
	}
}

// serve answers requests to l with h. stop ends that: it waits up to wait for running
// answers, and returns when the server's goroutine has ended.
func serve(l net.Listener, h http.Handler, wait time.Duration) (stop func()) {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 16 << 10}
	served := make(chan struct{})
	go func() {
		_ = server.Serve(l) // returns after Shutdown
		close(served)
	}()
	return func() {
		end, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		if server.Shutdown(end) != nil {
			_ = server.Close()
		}
		<-served
	}
}

// Tell shows a message in the browser of a user who sees no terminal.
func Tell(ctx context.Context, title, text string, open func(url string) error) error {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("show a message: %w", err)
	}
	shown := make(chan struct{}, 1)
	host := l.Addr().String()
	defer serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != host || r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, view{Title: title, Text: text}.html())
		select {
		case shown <- struct{}{}:
		default:
		}
	}), time.Second)()
	if err := open("http://" + host + "/"); err != nil {
		return fmt.Errorf("show a message: %w", err)
	}
	select {
	case <-shown:
	case <-ctx.Done():
	}
	return nil
}
