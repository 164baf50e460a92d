# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# The virtual machine: what it is given, and what it gives back. Part of guest.sh.

control='' machine_pid=''

clean_up() {
  [ -z "$machine_pid" ] || kill "$machine_pid" 2>/dev/null || true
  [ -z "$control" ] || rm -rf "$control"
}

# $control/shared is /run/guest inside. The guest's ordinary users must be able to read it, whatever the umask here.
fill_control() { # INTERACTIVE
  control=$(mktemp -d "${TMPDIR:-/tmp}/guest.XXXXXX")
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  local shared=$control/shared item source
  mkdir -p "$shared" "$control/in"
  cp "$here"/inside/{start,links,as-user} "$shared/"
  case $links in *siw*) cp "$kernel/siw.ko" "$shared/" ;; esac
  printf '%s=%q\n' links "$links" modules "$modules" user "$user" interactive "$1" writable "${out:+1}" \
    >"$shared/settings"
  for item in "${put[@]}"; do
    source=${item%%=*}
    [ -e "$source" ] || misuse "--put $item: no such file or folder"
    case $item in
      *=*)
        mkdir -p "$(dirname "$control/in/${item#*=}")"
        cp -RL "$source" "$control/in/${item#*=}" ;;
      *) cp -RL "$source" "$control/in/" ;;
    esac
  done
  { printf 'exec'
    [ -z "$user$memlock" ] || printf ' /run/guest/as-user %q %q' "${user:-0}" "${memlock:--}"
    printf ' %q' "${command[@]}"
    echo; } >"$shared/command"
  chmod -R a+rX "$control/shared" "$control/in"
  chmod a+x "$shared/as-user"
}

give_folder() { # TAG FOLDER OPTIONS: shared by 9p, with the rights that the caller of this script has
  qemu+=(-fsdev "local,id=$1,path=${2//,/,,},security_model=none,multidevs=remap$3"
    -device "virtio-9p-pci,fsdev=$1,mount_tag=$1")
}

describe_machine() { # INTERACTIVE: sets qemu
  # No measures against processor bugs and no random addresses: costly if emulated, and nothing secret is in there.
  local kernel_words='console=ttyS0 loglevel=4 panic=-1 audit=0 random.trust_cpu=on'
  kernel_words+=' mitigations=off nokaslr tsc=reliable no_timer_check'
  # Emulated, on purpose: a /dev/kvm that is there may still not work. Nehalem has no AVX, which a JVM would use at
  # once and which is slow to emulate.
  qemu=(qemu-system-x86_64 -nodefaults -no-user-config -no-reboot -display none -machine q35 -m "$memory" -smp 2
    -accel 'tcg,thread=multi,tb-size=512' -cpu Nehalem -serial "file:$control/console"
    -kernel "$kernel/vmlinux" -initrd "$kernel/initramfs.gz" -append "$kernel_words"
    -device virtio-rng-pci -device virtio-serial-pci)
  give_folder root / ,readonly=on
  give_folder modules "$kernel/tree/lib/modules/$release" ,readonly=on
  give_folder control "$control/shared" ''
  give_folder in "$control/in" ,readonly=on
  [ -z "$out" ] || give_folder out "$(cd "$out" && pwd -P)" ''
  if [ "$1" = 1 ]; then
    qemu+=(-chardev 'stdio,id=io,signal=off' -device 'virtconsole,chardev=io')
    return
  fi
  local stream
  for stream in stdout stderr; do
    qemu+=(-chardev "file,id=$stream,path=$control/$stream" -device "virtserialport,chardev=$stream,name=$stream")
  done
}

follow() { # FILE: writes what comes, until the machine is off
  tail -q -s 0.1 --pid="$machine_pid" -c +1 -f "$1"
}

boot() { # batch|interactive
  local code=0 interactive=0
  [ "$1" = batch ] || interactive=1
  fill_control $interactive
  describe_machine $interactive
  : >"$control/stdout"; : >"$control/stderr"; : >"$control/console"
  ulimit -n "$(ulimit -Hn)" # a share holds a descriptor for each file that is open inside
  if [ $interactive = 1 ]; then
    timeout --foreground -k 10 "$limit" "${qemu[@]}" 2>"$control/qemu" || code=$?
  else
    timeout -k 10 "$limit" "${qemu[@]}" </dev/null >"$control/qemu" 2>&1 &
    machine_pid=$!
    follow "$control/stdout" & local followers=($!)
    follow "$control/stderr" >&2 & followers+=($!)
    [ "$console" = 0 ] || { follow "$control/console" >&2 & followers+=($!); }
    wait "$machine_pid" || code=$?
    wait "${followers[@]}" || true
    machine_pid=''
  fi
  [ ! -s "$control/shared/code" ] || exit "$(cat "$control/shared/code")"
  sed 's/^/guest: qemu: /' "$control/qemu" >&2
  say 'the end of its console:'
  tail -n 25 "$control/console" >&2
  case $code in 124 | 137) say "stopped after $limit s (--timeout)"; exit 124 ;; esac
  fail "the guest ended without a result (qemu: exit code $code)"
}
