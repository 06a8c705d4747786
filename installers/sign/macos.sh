#!/bin/sh
# Signs the .app folder that is the last argument with a Developer ID:
#   go run ./installers --sign-macos installers/sign/macos.sh
# On macOS with Apple's codesign:
#   MACOS_IDENTITY  name of the certificate in the keychain
# Elsewhere with rcodesign (the apple-codesign project):
#   MACOS_P12, MACOS_PASSWORD  the certificate with its key; file with its password
#   MACOS_API_KEY              App Store Connect key in JSON: notarizes, too (optional)
set -eu
app=$1
if command -v codesign >/dev/null; then
  codesign --force --timestamp --options runtime --sign "${MACOS_IDENTITY:?name the certificate}" "$app"
  exit
fi
rcodesign sign --p12-file "${MACOS_P12:?name the certificate}" --p12-password-file "${MACOS_PASSWORD:?name the password file}" \
  --code-signature-flags runtime "$app" >&2
if [ -n "${MACOS_API_KEY:-}" ]; then
  rcodesign notary-submit --api-key-path "$MACOS_API_KEY" --staple "$app" >&2
fi
