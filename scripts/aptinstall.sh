# Sourced by the scripts that install what a target needs: package maps a command to the
# Debian package that has it.

# add_missing adds the packages of the commands that the machine lacks to missing.
add_missing() {
  local command
  for command in "${!package[@]}"; do
    command -v "$command" >/dev/null || missing+=("${package[$command]}")
  done
}

# install_missing installs the packages in missing, or says that somebody should. $1 names
# what needs them.
install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "These Debian packages are missing for $1, please install them: ${missing[*]}" >&2
    exit 1
  fi
  echo "installing for $1: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}
