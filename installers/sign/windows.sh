#!/bin/sh
# Signs the .exe file that is the last argument, in place, with osslsigncode:
#   go run ./installers --sign-windows installers/sign/windows.sh
# WINDOWS_CERT       certificate chain in PEM, or a .p12 file with its key
# WINDOWS_KEY        key in PEM, where the certificate is one
# WINDOWS_PASSWORD   file with the password of either, if there is one
# WINDOWS_TIMESTAMP  time-stamping server; "none" leaves the time stamp out
set -eu
file=$1
signed=$file.signed
: "${WINDOWS_CERT:?name the certificate}"
case $WINDOWS_CERT in
*.p12 | *.pfx) set -- -pkcs12 "$WINDOWS_CERT" ;;
*) set -- -certs "$WINDOWS_CERT" -key "${WINDOWS_KEY:?name the key}" ;;
esac
if [ -n "${WINDOWS_PASSWORD:-}" ]; then
  set -- "$@" -readpass "$WINDOWS_PASSWORD"
fi
if [ "${WINDOWS_TIMESTAMP:-}" != none ]; then
  set -- "$@" -ts "${WINDOWS_TIMESTAMP:?name a time-stamping server, or none}"
fi
osslsigncode sign "$@" -h sha256 -n doomhost -in "$file" -out "$signed" >&2
mv "$signed" "$file"
