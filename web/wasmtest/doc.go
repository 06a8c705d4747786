// Package wasmtest runs the browser's engine outside a browser: the very
// WebAssembly file, under wazero, must play every game as the native engine does.
// It has tests only.
package wasmtest
