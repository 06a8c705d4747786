package main

// file is one of the files, with what stands in it.
type file struct {
	name         string
	about        string
	declarations []declaration
}

// The packages that declare what the client has to know.
const (
	wire  = "relay/wire"
	relay = "relay"
	fast  = "signal/fast"

	wasm  = "web/wasm"
	input = "engine/input"
	sim   = "engine/sim"
)

// read is all of them.
var read = []string{wire, relay, fast, wasm, input, sim}

// plan is what is generated. A name on the right is the TypeScript one.
var plan = []file{
	{"protocol.ts", "Constants of the tic channel, of the lobby, and of a recording's file.", []declaration{
		number{wire, "TicRate", "ticRate"},
		number{wire, "NumSlots", "slots"},
		number{wire, "TiccmdSize", "ticcmdBytes"},
		number{wire, "TicMsgSize", "inputBytes"},
		number{wire, "BundleHead", "bundleHeadBytes"},
		number{wire, "BundleSize", "bundleBytes"},
		number{wire, "MaxName", "maxName"},
		number{wire, "MaxChat", "maxChat"},
		number{wire, "MaxPWADs", "maxPWADs"},
		enum{pkg: relay, of: "CloseCode", prefix: "Close", name: "closeCode"},
		number{fast, "headSize", "fastHeadBytes"},
		number{fast, "BundleSize", "fastBundleBytes"},
		number{fast, "MaxRecords", "maxFastRecords"},
		number{fast, "Window", "fastWindow"},
	}},
	{"engine.ts", "The engine's exports (web/wasm), and the numbers that go through them.", []declaration{
		calls{wasm, "EngineExports"},
		names{pkg: input, of: "Action", count: "NumActions", name: "actions", union: "Action"},
		names{pkg: wasm, prefix: "screen", name: "screenActs", union: "ScreenAct"},
		names{pkg: sim, prefix: "Awaits", name: "awaited", union: "Awaited"},
		enum{pkg: wasm, prefix: "flag", name: "startFlag"},
		enum{pkg: wasm, prefix: "fact", name: "fact"},
		enum{pkg: wasm, prefix: "demoFact", name: "demoFact"},
		enum{pkg: wasm, prefix: "demoText", name: "demoText"},
		enum{pkg: wasm, prefix: "stat", name: "paceStat"},
	}},
}
