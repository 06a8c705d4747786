package host

import "net/http"

// routes is a ServeMux that knows what it answers: the load test asks for each of its
// patterns, and for none that it forgot.
type routes struct {
	*http.ServeMux
	patterns []string // in the order in which they were added
}

func newRoutes() *routes { return &routes{ServeMux: http.NewServeMux()} }

// Handle is as http.ServeMux has it.
func (r *routes) Handle(pattern string, handler http.Handler) {
	r.patterns = append(r.patterns, pattern)
	r.ServeMux.Handle(pattern, handler)
}

// HandleFunc is as http.ServeMux has it.
func (r *routes) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	r.Handle(pattern, http.HandlerFunc(handler))
}
