// Package e2e plays doomhost as people do: the real program, real pages in
// Chromium and Firefox, Freedoom. It has tests only; they fail, and do not skip, where
// a browser or Freedoom is missing.
package e2e
