package confirm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// ask asks a question and passes the page's address to user, who decides.
func ask(t *testing.T, started func(context.Context) (string, error), user func(page *url.URL)) error {
	t.Helper()
	pages := make(chan string, 1)
	done := make(chan error, 1)
	go func() {
		done <- Ask(context.Background(), Question{Title: "Host?", Text: "Really <b>?", Yes: "Yes", No: "No", Started: started},
			func(u string) error { pages <- u; return nil }, nil)
	}()
	page, err := url.Parse(<-pages)
	if err != nil {
		t.Fatal(err)
	}
	user(page)
	return <-done
}

// press presses a button as the page does, and returns the answer.
func press(t *testing.T, page *url.URL, button string, change func(*http.Request)) *http.Response {
	t.Helper()
	form := url.Values{"t": {page.Query().Get("t")}}
	r, err := http.NewRequest(http.MethodPost, "http://"+page.Host+"/"+button, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://"+page.Host)
	if change != nil {
		change(r)
	}
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return resp
}

func TestNothingStartsBeforeYes(t *testing.T) {
	started := false
	err := ask(t, func(context.Context) (string, error) { started = true; return "http://localhost:1/#host=x", nil }, func(page *url.URL) {
		resp, err := http.Get(page.String())
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || !strings.Contains(string(text), "Really &lt;b&gt;?") || !strings.Contains(string(text), `value="`+page.Query().Get("t")+`"`) || strings.Contains(string(text), "{{") {
			t.Errorf("the page says %s (%v)", text, err)
		}
		if started {
			t.Error("a view of the page started it")
		}
		if resp := press(t, page, "yes", nil); resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "http://localhost:1/#host=x" {
			t.Errorf("yes leads to %s %s", resp.Status, resp.Header.Get("Location"))
		}
	})
	if err != nil || !started {
		t.Errorf("started %v, %v", started, err)
	}
}

func TestNoStartsNothing(t *testing.T) {
	err := ask(t, func(context.Context) (string, error) { t.Error("started"); return "", nil }, func(page *url.URL) {
		press(t, page, "no", nil)
	})
	if !errors.Is(err, ErrNo) {
		t.Error(err)
	}
}

func TestFailureIsShownAndReturned(t *testing.T) {
	failure := errors.New("no port is free")
	err := ask(t, func(context.Context) (string, error) { return "", failure }, func(page *url.URL) {
		if resp := press(t, page, "yes", nil); resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
	})
	if !errors.Is(err, failure) {
		t.Error(err)
	}
}

func TestOtherPagesCannotPressButtons(t *testing.T) {
	err := ask(t, func(context.Context) (string, error) { t.Error("started"); return "", nil }, func(page *url.URL) {
		for what, change := range map[string]func(*http.Request){
			"another origin":  func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
			"no origin":       func(r *http.Request) { r.Header.Del("Origin") },
			"a rebound name":  func(r *http.Request) { r.Host = "evil.example:" + page.Port() },
			"another secret":  func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("t=guess")); r.ContentLength = 7 },
			"a secret by GET": func(r *http.Request) { r.Method = http.MethodGet },
		} {
			if resp := press(t, page, "yes", change); resp.StatusCode < 400 {
				t.Errorf("%s: %s", what, resp.Status)
			}
		}
		press(t, page, "no", nil)
	})
	if !errors.Is(err, ErrNo) {
		t.Error(err)
	}
}

func TestMessageIsShownOnce(t *testing.T) {
	got := make(chan string, 1)
	err := Tell(context.Background(), "Nobody there", "Nothing answers.", func(u string) error {
		go func() {
			resp, err := http.Get(u)
			if err != nil {
				got <- err.Error()
				return
			}
			text, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			got <- string(text)
		}()
		return nil
	})
	if text := <-got; err != nil || !strings.Contains(text, "Nothing answers.") || strings.Contains(text, "<button") || strings.Contains(text, "{{") {
		t.Errorf("%s, %v", text, err)
	}
}
