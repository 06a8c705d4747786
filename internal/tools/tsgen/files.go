package main

// file is one of the files, with what stands in it.
type file struct {
	name         string
	about        string
	declarations []declaration
}

// The packages that declare what the client has to know.
const (
	lockstep = "lockstep"
	wire     = "relay/wire"
	relay    = "relay"
	fast     = "signal/fast"

	wasm   = "web/wasm"
	input  = "engine/input"
	sim    = "engine/sim"
	render = "engine/render"
	hud    = "engine/hud"

	host      = "internal/host"
	wadlib    = "internal/content/wadlib"
	replay    = "internal/replay"
	referee   = "internal/referee"
	selftest  = "internal/network/selftest"
	discovery = "discovery"
)

// read is all of them.
var read = []string{
	lockstep, wire, relay, fast, wasm, input, sim, render, hud, host, wadlib, replay, referee, selftest, discovery,
}

// plan is what is generated. A name on the right is the TypeScript one.
var plan = []file{
	{"protocol.ts", "Constants of the tic channel, of the lobby, and of a recording's file.", []declaration{
		number{lockstep, "TicRate", "ticRate"},
		number{lockstep, "NumSlots", "slots"},
		number{lockstep, "TiccmdSize", "ticcmdBytes"},
		number{lockstep, "TicMsgSize", "inputBytes"},
		number{lockstep, "BundleHead", "bundleHeadBytes"},
		number{lockstep, "BundleSize", "bundleBytes"},
		number{wire, "MaxName", "maxName"},
		number{wire, "MaxChat", "maxChat"},
		number{wire, "MaxPWADs", "maxPWADs"},
		enum{pkg: relay, of: "CloseCode", prefix: "Close", name: "closeCode"},
		number{replay, "magic", "recordingMagic"},
		number{replay, "version", "recordingVersion"},
		number{replay, "recordHead", "recordHeadBytes"},
		number{replay, "recordTail", "recordTailBytes"},
		enum{pkg: replay, prefix: "kind", name: "recordKind"},
		number{replay, "ticsHead", "ticsHeadBytes"},
		number{replay, "maxRun", "maxRunTics"},
		number{replay, "blockStart", "blockStart"},
		number{replay, "MaxTics", "maxReplayTics"},
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
		number{render, "maxScale", "maxScale"},
		number{render, "minFieldOfView", "minFieldOfView"},
		number{render, "baseFieldOfView", "baseFieldOfView"},
		number{render, "maxFieldOfView", "maxFieldOfView"},
		enum{pkg: hud, of: "Crosshair", prefix: "Crosshair", name: "crosshair"},
		enum{pkg: hud, of: "Figures", prefix: "Figures", name: "figures"},
	}},
	{"lobby.ts", "The lobby's JSON messages (relay/wire).", []declaration{
		words{lockstep, "colors", "colors", "Color"},
		constantWords{wire, []string{"ModeCoop", "ModeDeathmatch", "ModeAltdeath"}, "modes", "Mode"},
		record{pkg: wire, structure: "Params", name: "Params", unions: map[string]string{"Mode": "Mode"}},
		record{pkg: wire, structure: "Player", name: "Player"},
		record{pkg: wire, structure: "Progress", name: "Progress"},
		record{pkg: wire, structure: "Welcome", name: "Welcome"},
		record{pkg: wire, structure: "Roster", name: "Roster"},
		record{pkg: wire, structure: "Countdown", name: "Countdown"},
		record{pkg: wire, structure: "Launch", name: "Launch"},
		record{pkg: wire, structure: "Pong", name: "Pong"},
		record{pkg: wire, structure: "InProgress", name: "InProgress"},
		record{pkg: wire, structure: "Full", name: "Full"},
		record{pkg: wire, structure: "Error", name: "Refusal"},
		record{pkg: wire, structure: "HostGranted", name: "HostGranted"},
		record{pkg: wire, structure: "Chat", name: "Chat"},
		record{pkg: wire, structure: "Desync", name: "Desync"},
		record{pkg: wire, structure: "Dropped", name: "Dropped"},
		record{pkg: wire, structure: "Joined", name: "Joined"},
		record{pkg: wire, structure: "Waiting", name: "Waiting"},
		record{pkg: wire, structure: "Ended", name: "Ended"},
		messages{wire, "replyName", "Replies"},
		record{pkg: wire, structure: "NameRequest", name: "NameRequest"},
		record{pkg: wire, structure: "SlotRequest", name: "SlotRequest"},
		record{
			pkg: wire, structure: "ParamsRequest", name: "ParamsRequest",
			unions: map[string]string{"Params": "Partial<Params>"},
		},
		record{pkg: wire, structure: "StartRequest", name: "StartRequest"},
		record{
			pkg: wire, structure: "PingRequest", name: "PingRequest",
			unions: map[string]string{"T0": "number | string"},
		},
		record{pkg: wire, structure: "JoinRequest", name: "JoinRequest"},
		record{pkg: wire, structure: "ResumeRequest", name: "ResumeRequest"},
		record{pkg: wire, structure: "HostRequest", name: "HostRequest"},
		record{pkg: wire, structure: "KickRequest", name: "KickRequest"},
		record{pkg: wire, structure: "StopRequest", name: "StopRequest"},
		record{pkg: wire, structure: "ChatRequest", name: "ChatRequest"},
		record{pkg: wire, structure: "ReadyRequest", name: "ReadyRequest"},
		record{pkg: wire, structure: "HashRequest", name: "HashRequest"},
		record{pkg: wire, structure: "LeaveRequest", name: "LeaveRequest"},
		record{pkg: wire, structure: "ProgressRequest", name: "ProgressRequest"},
		record{pkg: wire, structure: "BeginRequest", name: "BeginRequest"},
		messages{wire, "requestName", "Requests"},
	}},
	{"api.ts", "The HTTP API's JSON, as far as the client reads it.", []declaration{
		from{"Params", "./lobby"},
		record{pkg: host, structure: "Info", name: "Info"},
		record{pkg: host, structure: "wadList", name: "WADList"},
		record{pkg: wadlib, structure: "WAD", name: "WAD"},
		record{pkg: wadlib, structure: "Unused", name: "Unused"},
		record{pkg: host, structure: "addedFile", name: "AddedFile"},
		record{pkg: host, structure: "fetchState", name: "FetchState"},
		record{pkg: host, structure: "checkAnswer", name: "Check"},
		record{pkg: host, structure: "mapsAnswer", name: "MapChecks"},
		record{pkg: host, structure: "mapLack", name: "MapLack"},
		record{pkg: discovery, structure: "Listed", name: "Listed"},
		record{pkg: selftest, structure: "Result", name: "SelfTest", only: []string{"OK", "Line", "Advice"}},
		record{pkg: replay, structure: "Info", name: "ReplayInfo"},
		record{pkg: replay, structure: "Header", name: "ReplayHeader"},
		record{pkg: referee, structure: "Score", name: "Score"},
		record{pkg: referee, structure: "PlayerScore", name: "PlayerScore"},
	}},
}
