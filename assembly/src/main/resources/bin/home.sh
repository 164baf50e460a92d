# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# What bin/rdma-agent and ./run share; sourced.

fail() { # EXIT-STATUS TEXT
  rdma_status=$1
  shift
  printf 'rdma-agent: %s\n' "$*" >&2
  exit "$rdma_status"
}

# Karaf takes its home for part of a URL and of a class path, and then waits for ever.
plain_home() { # HOME
  case $1 in
    *[[:space:][:cntrl:]\"%#\\*?{},:\[\]\$\|\^\<\>\`]*)
      fail 2 "the home '$1' has a blank or one of \"%#\\*?{}[],:\$|^<>\` in its path, which Karaf cannot take:" \
        'give another with --home DIR' ;;
  esac
}

# Takes the home for this process and for what it execs. The lock is an open file, so it ends with the process,
# however that ends; the pid beside it is only for the message.
lock_home() { # HOME
  command -v flock >/dev/null || fail 1 'needs flock. On Debian or Ubuntu: apt-get install util-linux'
  mkdir -p "$1/data/rdma-agent" || fail 1 "cannot write to $1/data"
  exec 9>>"$1/data/rdma-agent/lock" || fail 1 "cannot write to $1/data/rdma-agent"
  if ! flock -n 9; then
    pid=$(head -n 1 "$1/data/rdma-agent/pid" 2>/dev/null)
    fail 1 "an agent already runs in $1${pid:+ (pid $pid)}: stop it${pid:+ (kill $pid)}, or give this one another home" \
      '(./run --home DIR)'
  fi
  echo $$ >"$1/data/rdma-agent/pid"
}
