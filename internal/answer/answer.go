// Package answer writes what the host's HTTP interface says: JSON that nobody
// keeps, and errors for people. It has no state; who is gone does not get the
// answer, and nobody hears of that.
package answer

import (
	"encoding/json"
	"net/http"
)

// JSON answers with v.
func JSON(w http.ResponseWriter, v any) { write(w, http.StatusOK, v) }

// Fail answers {"error": reason}; the reason is for people, and says what to do
// where they can do something.
func Fail(w http.ResponseWriter, code int, reason string) {
	write(w, code, map[string]string{"error": reason})
}

func write(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}
