// Package trial installs, upgrades and removes the packages for real, each in a
// root or Wine prefix of its own: Debian's with dpkg, the rpm with rpm, Arch's
// with pacman, the Windows installer under Wine; Alpine's and the macOS bundle
// are unpacked and checked. It needs root and a dozen Debian packages, so that
// its tests are behind the build tag "packages":
//
//	make test-packages
//
// Every process that a test starts ends with it.
package trial
