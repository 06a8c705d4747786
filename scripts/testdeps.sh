#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: two browsers, Freedoom, Chocolate
# Doom to compare with, avahi, the tools that make several hosts out of one machine. Says
# what to do where it cannot.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A package=(
  [chromium]=chromium [firefox-esr]=firefox-esr [avahi-daemon]=avahi-daemon [avahi-browse]=avahi-utils [dbus-daemon]=dbus
  [ip]=iproute2 [nft]=nftables [Xvfb]=xvfb [npm]=npm [xdg-mime]=xdg-utils [update-desktop-database]=desktop-file-utils
  [chocolate-doom]=chocolate-doom
)
missing=()
PATH=$PATH:/usr/sbin:/sbin:/usr/games
for command in "${!package[@]}"; do
  command -v "$command" >/dev/null || missing+=("${package[$command]}")
done
for wad in freedoom1:freedoom freedoom2:freedoom freedm:freedm; do
  [ -f "/usr/share/games/doom/${wad%%:*}.wad" ] || missing+=("${wad##*:}")
done

if [ ${#missing[@]} -gt 0 ]; then
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The tests need these Debian packages, please install them: ${missing[*]}" >&2
    exit 1
  fi
  echo "installing for the tests: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
fi

if [ web/package-lock.json -nt web/node_modules/.installed ]; then
  echo "installing the type checker and linter"
  (cd web && npm ci --no-audit --no-fund --silent && touch node_modules/.installed)
fi
