// Package answer writes the answers of the host's HTTP interface: JSON and binary data that
// no cache keeps, and errors for people. It has no state. A client that has disconnected does
// not get its answer, and that is no error.
package answer

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// JSON answers with v.
func JSON(w http.ResponseWriter, v any) { write(w, http.StatusOK, v) }

// Fail answers {"error": reason}; the reason is for people, and says what to do
// where they can do something.
func Fail(w http.ResponseWriter, code int, reason string) {
	write(w, code, map[string]string{"error": reason})
}

// Bytes answers with binary data that is gzipped if packed is true. The caller has checked
// that the client accepts gzip, and has set the headers of its own.
func Bytes(w http.ResponseWriter, data []byte, packed bool) {
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("Vary", "Accept-Encoding")
	if packed {
		head.Set("Content-Encoding", "gzip")
	}
	head.Set("Content-Length", strconv.Itoa(len(data)))
	// Ignore the error: the client may have disconnected.
	_, _ = w.Write(data)
}

func write(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}
