#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All tests of the guest: check.sh [MAVEN-ARGUMENT]... The last line is "N passed, N failed, N skipped".
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)
logs=$here/target
mkdir -p "$logs"
passed=0 failed=0 skipped=0

add() { # PASSED FAILED SKIPPED
  passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

echo 'guest: selftest.sh'
"$here/selftest.sh" >"$logs/selftest.log" 2>&1
grep -E '^(failed|SKIPPED): ' "$logs/selftest.log"
# shellcheck disable=SC2046
add $(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$logs/selftest.log" |
  grep . || echo 0 1 0)

echo 'guest: mvn verify (log: target/verify.log)'
rm -rf "$logs/failsafe-reports"
(cd "$root" && mvn verify -pl itests/native/guest -am -Dunit.skip=true -Dmaven.test.failure.ignore=true "$@") \
  >"$logs/verify.log" 2>&1
status=$?
# Failsafe sums up, and says what it skipped and why.
summary=$logs/failsafe-reports/failsafe-summary.xml
number() { sed -n "s|.*<$1>\([0-9]*\)</$1>.*|\1|p" "$summary"; }
if [ $status -ne 0 ] || [ ! -s "$summary" ]; then
  grep -E '^\[ERROR\]' "$logs/verify.log" | head -n 15
  add 0 1 0
else
  bad=$(($(number errors) + $(number failures)))
  # <completed> counts the bad and the skipped ones, too.
  add $(($(number completed) - bad - $(number skipped))) $bad "$(number skipped)"
  grep -lE '<(failure|error)[ >]' "$logs"/failsafe-reports/TEST-*.xml | sed 's/^/failed: /'
  grep -ohE '<skipped message="[^"]*"' "$logs"/failsafe-reports/TEST-*.xml |
    sed -E 's/<skipped message="(.*)"/SKIPPED: \1/; s/&#10;.*//'
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $((passed + failed)) -gt 0 ]
