// Package discovery lets doomhosts on one network find each other: it announces a game and
// keeps a list of other games.
//
// An Advertiser announces over multicast DNS and answers for the host's own NAME.local. A
// Beacon calls by UDP broadcast where multicast does not get through. A Browser gathers what
// both hear, what a probe of the subnet finds and what people type. It asks each host over
// HTTP (GET /api/info) whether it is a doomhost, and drops hosts that stop answering. List is
// the Browser's pure core: time is an argument, and it starts nothing.
//
// Each of Advertiser, Beacon and Browser has a Run(ctx) that owns all goroutines and sockets
// of it and returns when they have ended; the mDNS library's resolvers end a moment after
// their context. No lock is held during a read, a write or a call.
//
// No failure here is fatal: the log reports once what a network does not allow, and the other
// ways continue. The package knows nothing of the host, the relay or the engine; its caller
// passes in what to announce and which interfaces to use.
package discovery
