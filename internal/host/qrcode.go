package host

import (
	"net/http"
	"sync"

	"doomhost/internal/answer"
	"doomhost/internal/jobqueue"
	"doomhost/internal/qr"
)

// qrCache holds the pictures of the latest QR code: all clients ask for the same one.
type qrCache struct {
	mu       sync.Mutex // guards all following fields
	url      string
	svg, png []byte
}

// picture returns the picture of the code of url, or nil if it is not cached.
func (c *qrCache) picture(url string, png bool) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.url != url:
		return nil
	case png:
		return c.png
	}
	return c.svg
}

// draw renders both pictures of the code of url.
func (c *qrCache) draw(url string) error {
	code, err := qr.Encode(url)
	if err != nil {
		return err
	}
	svg, png := code.SVG(), code.PNG()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.url, c.svg, c.png = url, svg, png
	return nil
}

// getQR sends the QR code of the best address. Each address is drawn once.
func (h *Host) getQR(w http.ResponseWriter, r *http.Request) {
	png, mime := false, "image/svg+xml"
	switch r.URL.Query().Get("format") {
	case "png":
		png, mime = true, "image/png"
	case "svg", "":
	default:
		answer.Fail(w, http.StatusBadRequest, "format must be svg or png")
		return
	}
	list := h.Addresses()
	if len(list) == 0 {
		answer.Fail(w, http.StatusNotFound, "this host has no address that others can reach")
		return
	}
	url := list[0] + "/"
	send := func() {
		w.Header().Set("Content-Type", mime)
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(h.qrCode.picture(url, png))
	}
	if h.qrCode.picture(url, png) != nil {
		send()
		return
	}
	h.cfg.Queue.Serve(w, r, func(*jobqueue.Budget) (func(), error) { return send, h.qrCode.draw(url) })
}
