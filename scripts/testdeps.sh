#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: two browsers, Freedoom, Chocolate
# Doom to compare with, avahi, the tools that make several hosts out of one machine. Says
# what to do where it cannot.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/aptinstall.sh

declare -A package=(
  [chromium]=chromium [firefox-esr]=firefox-esr [avahi-daemon]=avahi-daemon [avahi-browse]=avahi-utils [dbus-daemon]=dbus
  [ip]=iproute2 [nft]=nftables [Xvfb]=xvfb [npm]=npm [xdg-mime]=xdg-utils [update-desktop-database]=desktop-file-utils
  [chocolate-doom]=chocolate-doom
)
missing=()
PATH=$PATH:/usr/sbin:/sbin:/usr/games
add_missing
for wad in freedoom1:freedoom freedoom2:freedoom freedm:freedm; do
  [ -f "/usr/share/games/doom/${wad%%:*}.wad" ] || missing+=("${wad##*:}")
done
install_missing "the tests"

if [ web/package-lock.json -nt web/node_modules/.installed ]; then
  echo "installing the type checker and linter"
  (cd web && npm ci --no-audit --no-fund --silent && touch node_modules/.installed)
fi
