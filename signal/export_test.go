package rtc

// Peers returns the number of peers that have made an offer and are being served.
func (h *Hub) Peers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.peers
}
