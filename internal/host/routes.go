package host

import "net/http"

// routes is a ServeMux that records its patterns: the load test requests each of them and
// can forget none.
type routes struct {
	*http.ServeMux
	patterns []string // in the order of registration
}

func newRoutes() *routes { return &routes{ServeMux: http.NewServeMux()} }

// Handle is http.ServeMux.Handle.
func (r *routes) Handle(pattern string, handler http.Handler) {
	r.patterns = append(r.patterns, pattern)
	r.ServeMux.Handle(pattern, handler)
}

// HandleFunc is http.ServeMux.HandleFunc.
func (r *routes) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	r.Handle(pattern, http.HandlerFunc(handler))
}
