set -eu

stop() {
  printf 'Nothing was installed: %s\n' "$1" >&2
  exit 1
}

# curl reads the address from its input. On the command line, every user of this PC could read the token.
fetch() {
  set -- "$1" "$2" -fsS --proto '=https' --tlsv1.2 --max-redirs 0
  if [ -n "$pins" ]; then
    # The pin replaces the certificate authorities. curl verifies it despite --insecure.
    pinned=
    for pin in $pins; do pinned="$pinned${pinned:+;}sha256//$pin"; done
    set -- "$@" --insecure --pinnedpubkey "$pinned"
  fi
  into=$1
  head=$2
  shift 2
  printf 'url = "%s"\n' "$server/api/endpoints/siteagent/package?platform=$platform&t=$token" |
    curl "$@" --dump-header "$head" --output "$into" --config -
}

digest_of() {
  if command -v sha256sum >/dev/null; then sha256sum "$1" | cut -d ' ' -f 1
  else openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  fi
}

install_agent() {
  case $server in
    https://*) ;;
    *) stop 'the address of the appliance must begin with https://. An admin must correct it in the settings (site_url).' ;;
  esac
  [ "$(id -u)" -eq 0 ] || stop 'run this command as root, for example with sudo.'
  command -v curl >/dev/null || stop 'curl is missing.'
  case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-amd64) platform=linux-x64 digest=$digest_x64 ;;
    Linux-aarch64 | Linux-arm64) platform=linux-arm64 digest=$digest_arm64 ;;
    *) stop 'this operating system is not supported.' ;;
  esac
  [ -n "$digest" ] || stop "there is no current build for $platform yet. An admin must make one current under Agent builds."
  printf 'Installing the agent of %s.\n' "$site"

  umask 022
  # The agent runs from this folder. Its install command makes no second copy.
  folder=${MILLWRIGHT_FOLDER:-/opt/millwright-agent}
  program=$folder/millwright
  mkdir -p "$folder"
  download=$(mktemp -d "$folder/download.XXXXXX")
  trap 'rm -rf "$download"' EXIT
  trap 'exit 1' HUP INT TERM
  fetch "$download/millwright" "$download/head" || stop 'the download failed, or the server is not the expected appliance.'
  warning=$(tr -d '\r' <"$download/head" | sed -n 's/^[Xx]-[Bb]uild-[Ww]arning: *//p')
  [ -z "$warning" ] || printf 'Warning: %s\n' "$warning" >&2
  [ "$(digest_of "$download/millwright")" = "$digest" ] ||
    stop 'the downloaded file is not the build of this script. Download the script again.'
  chmod 755 "$download/millwright"
  mv -f "$download/millwright" "$program"
  rm -rf "$download"

  set -- agent install --server "$server"
  for pin in $pins; do set -- "$@" --pin "$pin"; done
  "$program" "$@" </dev/null || {
    printf 'The agent was downloaded to %s, but its installation failed. See the messages above.\n' "$program" >&2
    exit 1
  }
  watch_enrollment
}

watch_enrollment() {
  printf 'The agent is installed. Waiting up to two minutes for the enrollment ...\n'
  until=$(($(date +%s) + 120))
  state=
  while [ "$(date +%s)" -lt "$until" ]; do
    state=$("$program" agent status </dev/null 2>/dev/null | head -n 1) || state=
    case $state in enrolled* | rejected* | blocked*) break ;; esac
    sleep 5
  done
  case $state in
    enrolled*) printf 'This PC is enrolled. The installation is complete.\n' ;;
    pending*) printf 'This PC waits for approval. An admin can approve it at %s under Fleet, Agents, Enrollment. The agent then continues automatically.\n' "$server" ;;
    rejected*) printf 'The enrollment of this PC was rejected. Ask an admin of the appliance.\n' >&2 ;;
    blocked*) printf 'Enrollment of this PC is blocked. An admin of the appliance must allow it first.\n' >&2 ;;
    *) printf 'The agent has not reached %s yet. It keeps trying. If this does not change, see its log.\n' "$server" >&2 ;;
  esac
}

install_agent
