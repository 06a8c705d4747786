#!/usr/bin/env bash
# Installs what building and trying the packages needs and the machine lacks.
# With "build" as argument: what "make packages" needs alone.
set -euo pipefail

declare -A package=([makensis]=nsis)
if [ "${1:-}" != build ]; then
  package+=([lintian]=lintian [debootstrap]=debootstrap [rpm]=rpm [pacman]=pacman-package-manager [wine]=wine [wineserver]=wine64
    [x86_64-w64-mingw32-ld]=binutils-mingw-w64-x86-64 [osslsigncode]=osslsigncode [openssl]=openssl [zstd]=zstd)
fi
missing=()
PATH=$PATH:/usr/sbin:/sbin:/usr/lib/wine
for command in "${!package[@]}"; do
  command -v "$command" >/dev/null || missing+=("${package[$command]}")
done
if [ ${#missing[@]} -gt 0 ]; then
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Packages need these Debian packages, please install them: ${missing[*]}" >&2
    exit 1
  fi
  echo "installing for the packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
fi
