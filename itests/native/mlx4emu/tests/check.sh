#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs all tests of the emulated device: check.sh BUILD_FOLDER
# Each test program says PASS, FAIL or SKIP per case; the last line here is the
# sum: "N passed, N failed, N skipped".
cd "$(dirname "$0")/.." || exit 1
out=$1
passed=0 failed=0 skipped=0

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}

say() {                 # say PASS|FAIL|SKIP text
    echo "$1 $2"
    case $1 in
        PASS) passed=$((passed + 1)) ;;
        FAIL) failed=$((failed + 1)) ;;
        SKIP) skipped=$((skipped + 1)) ;;
    esac
}

verdict() {             # verdict text: by the exit code of the last command
    if [ $? -eq 0 ]; then say PASS "$1"; else say FAIL "$1"; fi
}

if ! echo '#include <infiniband/mlx4dv.h>' | ${CC:-gcc} -E - >/dev/null 2>&1; then
    say SKIP "everything: needs gcc and libibverbs-dev (apt-get install gcc libibverbs-dev)"
    finish
fi
"${MAKE:-make}" --no-print-directory tests
if [ $? -ne 0 ]; then
    say FAIL "the build"
    finish
fi

lib=$PWD/$out/libmlx4emu.so
log=$out/check.log
# The device tree of each process goes here, and has to be gone at its end.
export TMPDIR="$PWD/$out/tmp"
rm -rf "$TMPDIR"
mkdir -p "$TMPDIR"

emulated() {            # emulated [NAME=VALUE...] command...
    timeout 120 env LD_PRELOAD="$lib" "$@"
}

run() {                 # run [NAME=VALUE...] program
    echo "== $*"
    for program; do :; done
    variables=${*%"$program"}
    # shellcheck disable=SC2086  # the variables are words
    emulated $variables "$out/tests/$program" >"$log" 2>&1
    code=$?
    cat "$log"
    passed=$((passed + $(grep -c '^PASS ' "$log")))
    skipped=$((skipped + $(grep -c '^SKIP ' "$log")))
    n=$(grep -c '^FAIL ' "$log")
    failed=$((failed + n))
    if [ "$code" -ne 0 ] && [ "$n" -eq 0 ]; then
        say FAIL "$program: ended with exit code $code (124 is the time limit)"
    fi
}

# A tool that waits for events, in a process that this one steers by the FIFO.
watch_from_outside() {
    fifo=$out/watched
    rm -f "$fifo" "$fifo.log"
    mkfifo "$fifo"
    emulated MLX4EMU_CONTROL="$fifo" stdbuf -oL ibv_asyncwatch -d mlx4_0 >"$log" 2>&1 &
    watcher=$!
    # Opening the FIFO waits for the engine, and the engine for the first context.
    {
        echo event mlx4_0 2 port_err
        echo event mlx4_0 2 port_active
        echo event mlx4_0 1 lid_change 0x40
        echo event mlx4_0 1 sm_change 0x41
        echo event mlx4_0 1 client_reregister
        echo event mlx4_0 1 gid_change 0xfec0000000000000
        echo event mlx4_0 1 pkey_change 0x18001
        echo event mlx4_0 0 device_fatal 1
    } | timeout 20 tee "$fifo" >/dev/null
    wait $watcher       # without its device it can read no more, and ends
    # By number: the names differ between versions.
    sed -n 's/^ *event_type .*(\([0-9]*\)), port /\1 /p' "$log" >"$log.events"
    printf '%s\n' '10 2' '9 2' '11 1' '13 1' '17 1' '18 1' '12 1' '8 0' >"$log.wanted"
    diff "$log.wanted" "$log.events"
    verdict "ibv_asyncwatch sees each event that comes from outside"
    [ "$(grep -c '^done: ' "$fifo.log")" -eq 8 ]
    verdict "each line is answered"
}

run t_objects
run MLX4EMU_CQE64=1 t_objects
run t_allocators
run t_wq_range
for program in t_ud t_multicast t_rc t_queues t_events t_on_demand; do
    run $program
    run MLX4EMU_CQE64=1 $program
    run RDMAV_FORK_SAFE=1 $program
done
run t_transitions
run MLX4EMU_DEVICES=2 t_port_events
run t_object_events
run t_fatal
run MLX4EMU_MEMLOCK=1 t_memlock
rm -f "$out/control" "$out/control.log"
run MLX4EMU_CONTROL="$out/control" t_control
run MLX4EMU_CONTROL="$out/control" t_flood
run MLX4EMU_CONTROL="$out/control" MLX4EMU_CQE64=1 t_flood
run MLX4EMU_STRICT=1 t_strict
run MLX4EMU_STRICT=1 MLX4EMU_CQE64=1 t_strict
# It ends with _exit(), after which nobody removes a tree in TMPDIR.
run MLX4EMU_DIR="$out/guard-tree" MLX4EMU_FOREIGN=1 t_guard
run MLX4EMU_DEVICES=2 t_stress

echo "== programs that know nothing of the emulator"
emulated cat /sys/class/infiniband/mlx4_0/node_guid | grep -q '^0002:c903:00e7:0000$'
verdict "cat reads the node GUID from sysfs"
emulated readlink /sys/class/infiniband/mlx4_0/device/driver | grep -q '/mlx4_core$'
verdict "readlink finds the driver"
emulated stat -c '%F %t:%T' /dev/infiniband/uverbs0 | grep -q '^character special file e7:c0$'
verdict "stat sees a character device"
emulated MLX4EMU_DEVICES=3 ls /sys/class/infiniband | tr '\n' ' ' | grep -q '^mlx4_0 mlx4_1 mlx4_2 $'
verdict "ls lists as many devices as asked for"
emulated sh -c 'cat /sys/class/infiniband/mlx4_0/ports/2/state' | grep -q 'ACTIVE'
verdict "a shell and its children see the device"
if command -v ibv_devinfo >/dev/null 2>&1; then
    emulated ibv_devinfo -v >"$log" 2>&1
    verdict "ibv_devinfo runs"
    grep -q 'hca_id:.*mlx4_0' "$log" && grep -q 'fw_ver:.*2.42.5000' "$log" &&
        [ "$(grep -c 'state:.*PORT_ACTIVE (4)' "$log")" -eq 2 ] && grep -q 'max_cqe:.*4194303' "$log"
    verdict "ibv_devinfo shows firmware, limits and two active ports"
    [ -z "$(emulated MLX4EMU_DEVICES=0 ibv_devices | grep mlx4)" ]
    verdict "ibv_devices lists none when there is none"
else
    say SKIP "ibv_devinfo: not installed (apt-get install ibverbs-utils)"
fi
if command -v ibv_asyncwatch >/dev/null 2>&1; then
    watch_from_outside
else
    say SKIP "ibv_asyncwatch: not installed (apt-get install ibverbs-utils)"
fi
[ -z "$(ls -A "$TMPDIR")" ]
verdict "no device tree is left behind"
finish
