package answer

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestAnswersAreJSONThatNobodyKeeps(t *testing.T) {
	for _, c := range []struct {
		write func(w http.ResponseWriter)
		code  int
		body  string
	}{
		{func(w http.ResponseWriter) { JSON(w, []int{1, 2}) }, http.StatusOK, "[1,2]\n"},
		{func(w http.ResponseWriter) { Fail(w, http.StatusNotFound, "no such map") }, http.StatusNotFound, `{"error":"no such map"}` + "\n"},
	} {
		w := httptest.NewRecorder()
		c.write(w)
		if w.Code != c.code || w.Body.String() != c.body {
			t.Errorf("%d %s, want %d %s", w.Code, w.Body, c.code, c.body)
		}
		if w.Header().Get("Content-Type") != "application/json; charset=utf-8" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("the headers are %v", w.Header())
		}
	}
}

func TestBinaryAnswersSayWhetherTheyArePacked(t *testing.T) {
	for _, packed := range []bool{false, true} {
		w := httptest.NewRecorder()
		Bytes(w, []byte("data"), packed)
		want := map[string]string{
			"Content-Type": "application/octet-stream", "Cache-Control": "no-store", "Vary": "Accept-Encoding",
			"Content-Length": "4", "Content-Encoding": "",
		}
		if packed {
			want["Content-Encoding"] = "gzip"
		}
		for name, value := range want {
			if got := w.Header().Get(name); got != value {
				t.Errorf("packed %v: %s is %q, want %q", packed, name, got, value)
			}
		}
		if w.Body.String() != "data" {
			t.Errorf("packed %v: %q is sent", packed, w.Body)
		}
	}
}
