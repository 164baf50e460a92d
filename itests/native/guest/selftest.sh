#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests of guest.sh itself. The last line is "N passed, N failed, N skipped".
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=$(mktemp -d "${TMPDIR:-/tmp}/guest-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

same() { # WHAT EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'failed: %s: expected %q, got %q\n' "$1" "$2" "$3"
  fi
}

guest() { # ARGUMENT...: sets code; leaves $work/stdout and $work/stderr
  "$here/guest.sh" "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
}

finish() { # SKIPPED
  echo "$passed passed, $failed failed, $1 skipped"
  [ $failed -eq 0 ]
  exit
}

for wrong in 'walk' 'run' 'run --memory many -- true' 'run --links roce -- true' 'run --out /does/not/exist -- true' \
  'run --put'; do
  # shellcheck disable=SC2086
  guest $wrong
  same "guest.sh $wrong" 2 $code
done

guest prepare
if [ $code = 77 ]; then
  tail -n 1 "$work/stderr"
  finish 1
fi
same 'guest.sh prepare' 0 $code

# One guest for all that can be asked at once.
echo 'handed in' >"$work/letter"
chmod 600 "$work/letter"
mkdir "$work/out"
cat >"$work/inside" <<'INSIDE'
id -u
ulimit -l
cat /run/guest/in/post/letter
sed -n 's/^CapEff:\t//p' /proc/self/status
ls /sys/class/infiniband | xargs
test ! -r /dev/infiniband/umad0 && echo closed
touch /run/home/mine && echo home
echo again >/dev/stdout
for i in $(seq 20000); do echo "line $i"; done >&2
exit 7
INSIDE
guest run --put "$work/letter=post/letter" --put "$work/inside" --user 1000 --memlock 64 -- bash /run/guest/in/inside
same 'the exit code comes back' 7 $code
printf '%s\n' 1000 64 'handed in' 0000000000000000 'rxe0 rxe1' closed home again >"$work/expected"
same 'an ordinary user with its limit' "$(cat "$work/expected")" "$(cat "$work/stdout")"
for i in $(seq 20000); do echo "line $i"; done >"$work/expected"
same 'all lines of stderr' "$(cksum <"$work/expected")" "$(cksum <"$work/stderr")"

guest run --links none --out "$work/out" --timeout 40 -- \
  bash -c 'echo kept >/run/guest/out/file; echo lost >/etc/guest-was-here; sleep 600'
same 'the time-out ends it' 124 $code
same 'what is written to the folder of --out stays' kept "$(cat "$work/out/file" 2>&1)"
same 'what is written elsewhere does not' no "$([ -e /etc/guest-was-here ] && echo yes || echo no)"
finish 0
