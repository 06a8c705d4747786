#!/usr/bin/env bash
# Installs what building and trying the packages needs and the machine lacks.
# With "build" as argument: what "make packages" needs alone.
set -euo pipefail
. "$(dirname "$0")/aptinstall.sh"

declare -A package=([makensis]=nsis)
if [ "${1:-}" != build ]; then
  package+=([lintian]=lintian [debootstrap]=debootstrap [rpm]=rpm [pacman]=pacman-package-manager [wine]=wine [wineserver]=wine64
    [x86_64-w64-mingw32-ld]=binutils-mingw-w64-x86-64 [osslsigncode]=osslsigncode [openssl]=openssl [zstd]=zstd)
fi
missing=()
PATH=$PATH:/usr/sbin:/sbin:/usr/lib/wine
add_missing
install_missing "the packages"
