// Package rtc carries tics over WebRTC data channels, as an alternative transport to
// WebSocket. It knows nothing about Doom: it negotiates a data channel named "tic" with a
// peer and returns it as a Channel of whole messages.
//
// Hub is the host's side. Serve talks to one peer over a Link (the WebSocket /ws/signal):
// it takes the peer's offer, answers it, exchanges ICE candidates as they are found, and
// passes on the channel once it is open. All peers share one UDP port: there is one socket
// for each address at which the host is reachable, and the addresses are looked up again
// for each peer (ports.go). Offer is the client's side, for tests and measurements; a
// browser uses its own WebRTC API.
//
// The caller decides who may connect before it calls Serve. The Hub decides how many peers
// get a channel, and reserves a part of the room for players. The offer and the answer
// carry the fingerprints of the DTLS certificates, so the channel is as trustworthy as the
// Link and belongs to the same peer.
//
// Goroutines. Serve runs in its caller's goroutine, starts one that writes to the Link and
// one for the open channel's owner, and returns when both have ended and the connection is
// closed. The WebRTC library has about ten of its own for each connection; they end with
// it. Close ends whatever is left and waits.
//
// Locks: Hub.mu guards the peer counts, ports.mu the sockets, peer.mu the state that a
// peer's callbacks share. No lock is held while another is taken or the Link is written to.
//
// Pitfalls of the library that matter here: by default it resolves .local names with two
// sockets for each connection, so all connections share one resolver (local.go); data
// channels are detached, because an attached one has a buffer of 64 KiB; callbacks run in
// the library's goroutines and must not block.
package rtc
