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
