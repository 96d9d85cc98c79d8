#!/bin/sh
# A stand-in for systemctl and journalctl on a system without systemd. It starts the program of a unit as the
# user of the unit, with its environment, and stores its output as the journal. It also records all its calls.
# The folder /run/stand-in contains its state:
#   calls         all calls of systemctl
#   environment   NAME=value lines that every service gets
#   refused       if present: the exit status with which services fail before their program starts
set -u
state=/run/stand-in

if [ "$(basename "$0")" = journalctl ]; then
  cat "$state/journal" 2>/dev/null
  exit 0
fi
echo "$*" >>"$state/calls"

verb='' unit='' is_now='' property=''
for word; do
  case "$word" in
    --now) is_now=yes ;;
    --property=*) property=${word#--property=} ;;
    -*) ;;
    *.service) unit=$word ;;
    *) verb=${verb:-$word} ;;
  esac
done

file=/usr/lib/systemd/system/$unit
link=/etc/systemd/system/multi-user.target.wants/$unit

values() { sed -n "s/^$1=-\{0,1\}//p" "$file"; }

is_active() { [ -s "$state/pid" ] && kill -0 "$(cat "$state/pid")" 2>/dev/null; }

stop() {
  is_active || return 0
  pid=$(cat "$state/pid")
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm "$state/pid"
}

start() {
  if [ -e "$state/refused" ]; then
    cp "$state/refused" "$state/status"
    return 1
  fi
  echo 0 >"$state/status"
  user=$(values User)
  settings=$(
    values Environment
    for from in "$state/environment" $(values EnvironmentFile); do
      [ ! -e "$from" ] || grep -v '^#' "$from"
    done
  )
  : >"$state/journal"
  # shellcheck disable=SC2046,SC2086
  setsid setpriv --reuid="${user:-root}" --regid="${user:-root}" --clear-groups --no-new-privs \
    env -i PATH=/usr/bin:/bin $settings $(values ExecStart) >"$state/journal" 2>&1 </dev/null &
  echo $! >"$state/pid"
}

case "$verb" in
  start) is_active || start ;;
  restart) stop; start ;;
  stop) stop ;;
  # deb-systemd-helper enables a unit with the verb preset.
  enable | preset) mkdir -p "${link%/*}"; ln -sf "$file" "$link" ;;
  disable) rm -f "$link"; [ -z "$is_now" ] || stop ;;
  is-enabled) if [ -e "$link" ]; then echo enabled; else echo disabled; exit 1; fi ;;
  is-active) is_active || exit 3 ;;
  show) if [ "$property" = ExecMainStatus ]; then cat "$state/status"; fi ;;
esac
