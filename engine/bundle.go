package engine

import "doomhost/engine/demo"

// Bundle is one sealed tic: everybody's input, as all engines execute it.
type Bundle = demo.Bundle

// BundleLen is the length of a Bundle's bytes.
const BundleLen = demo.BundleLen
