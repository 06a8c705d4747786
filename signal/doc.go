// Package rtc carries tics over WebRTC data channels, as one more transport
// beside WebSocket. It knows nothing of Doom: it agrees with a peer on a data
// channel named "tic" and hands it over as a Channel of whole messages.
//
// Hub is the host's side. Serve speaks with one peer over a Link (the
// WebSocket /ws/signal): it takes the peer's offer, answers it, trades ICE
// candidates as they come up, and gives away the channel once it is open. All
// peers share one UDP port: one socket for each address at which the host can
// be reached, looked up anew for each peer (ports.go). Offer is the client's side,
// for tests and measurements; a browser does the same with its own means.
//
// Who may speak is the caller's to decide before Serve; how many may have a channel
// is the Hub's, which keeps a part of the room for players. The offer and the
// answer carry the fingerprints of the DTLS certificates, so the channel is as
// trustworthy as the Link and belongs to whoever the Link does.
//
// Goroutines. Serve runs in its caller's goroutine, starts one that writes to
// the Link and one for the open channel's owner, and returns when both have
// ended and the connection is closed. The WebRTC library has some ten of its own
// for a connection; they end with it. Close ends all that is left and waits.
//
// Locks: Hub.mu guards the count of peers, ports.mu the sockets, peer.mu what a
// peer's callbacks share. None is held while another is taken or the Link is
// written to.
//
// Pitfalls of the library that hold here: its default of resolving .local
// names opens two sockets for each connection, so one resolver is shared
// (local.go); data channels are detached, because each one that is not has a buffer
// of 64 KiB; callbacks run in the library's goroutines and must not wait.
package rtc
