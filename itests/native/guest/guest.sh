#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in a throw-away virtual machine whose kernel has RDMA devices. README.md tells how and why.
set -Eeuo pipefail
trap 'echo "guest: unexpected failure in ${BASH_SOURCE[0]##*/}, line $LINENO: $BASH_COMMAND" >&2' ERR

usage() {
  cat <<'TEXT'
usage: guest.sh run [OPTION]... -- COMMAND [ARGUMENT]...   runs it in a fresh guest, brings back output and exit code
       guest.sh shell [OPTION]...                          an interactive shell in a fresh guest
       guest.sh prepare [--links LIST]                     only fetches and unpacks what a guest needs
       guest.sh needs                                      says what is missing on this machine, installs nothing

  --put PATH[=NAME]  hands in a copy of a file or folder: /run/guest/in/NAME (default: its own name); repeatable
  --out DIR          makes DIR of this machine /run/guest/out of the guest, writable
  --user UID         runs the command as this ordinary user instead of root
  --memlock KIB      with a limit of locked memory, KiB or unlimited (default: as the kernel sets it)
  --links LIST       rxe (two RoCE v2 devices, default), siw (two iWARP devices), rxe,siw or none
  --modules LIST     loads more kernel modules, separated by commas
  --memory MIB       of the guest (default 2048)
  --timeout SECONDS  for the whole run (default 600)
  --console          shows the console of the guest on stderr

exit code: the command's own; 77 and "SKIPPED: reason" if this machine cannot run a guest; 124 after the time-out;
125 if the guest ended without running the command to its end; 2 for a wrong argument
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
cache=${GUEST_CACHE:-$here/target/cache}
links=rxe modules='' memory=2048 limit=600 user='' memlock='' out='' console=0 put=() command=()

say() { printf 'guest: %s\n' "$*" >&2; }
fail() { say "$*"; exit 125; }
misuse() { say "$*"; usage >&2; exit 2; }
skip() { printf 'SKIPPED: %s\n' "$*" >&2; exit 77; }

for part in needs kernel siw initramfs machine; do
  # shellcheck source=/dev/null
  . "$here/host/$part.sh"
done

options() { # ARGUMENT...: sets the variables above
  while [ $# -gt 0 ]; do
    case $1 in
      --console) console=1; shift; continue ;;
      --) shift; command=("$@"); return ;;
    esac
    [ $# -ge 2 ] || misuse "$1: no such option, or its value is missing"
    case $1 in
      --put) put+=("$2") ;;
      --out) out=$2 ;;
      --user) user=$2 ;;
      --memlock) memlock=$2 ;;
      --links) links=$2 ;;
      --modules) modules=$2 ;;
      --memory) memory=$2 ;;
      --timeout) limit=$2 ;;
      *) misuse "$1: no such option" ;;
    esac
    shift 2
  done
}

check_options() {
  local number
  for number in "$memory" "$limit" "${user:-0}"; do
    [[ $number =~ ^[0-9]+$ ]] || misuse "$number is not a number"
  done
  [[ ${memlock:-0} =~ ^([0-9]+|unlimited)$ ]] || misuse "--memlock $memlock: KiB or unlimited"
  [[ $links =~ ^(rxe|siw|rxe,siw|none)$ ]] || misuse "--links $links: rxe, siw, rxe,siw or none"
  [ -z "$out" ] || [ -d "$out" ] || misuse "--out $out: no such folder"
}

action=${1:-}
[ $# -eq 0 ] || shift
case $action in
  -h | --help) usage; exit 0 ;;
  run | shell | prepare | needs) options "$@"; check_options ;;
  *) misuse "${action:-no action}: run, shell, prepare or needs" ;;
esac
case $action in
  needs) say_needs ;;
  prepare) provide_needs; prepare_kernel; prepare_initramfs; say "ready: Linux $release" ;;
  shell) command=(bash -i); provide_needs; prepare_kernel; prepare_initramfs; boot interactive ;;
  run)
    [ ${#command[@]} -gt 0 ] || misuse 'run: no command behind --'
    provide_needs; prepare_kernel; prepare_initramfs; boot batch ;;
esac
