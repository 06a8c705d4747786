// Package e2e plays doomhost as people do: the real program, real Chromium
// pages, Freedoom. It has tests only; they fail, and do not skip, where Chromium
// or Freedoom is missing.
package e2e
