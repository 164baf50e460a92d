# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What this machine must have. Part of guest.sh.

# "program:package": used on this machine to make and run the guest.
host_programs=(qemu-system-x86_64:qemu-system-x86 busybox:busybox-static cpio:cpio gzip:gzip xz:xz-utils
  modprobe:kmod depmod:kmod flock:util-linux timeout:coreutils dpkg-deb:dpkg)
# Used inside: the guest's programs are those of this machine.
guest_programs=(ip:iproute2 rdma:iproute2 setpriv:util-linux ibv_devinfo:ibverbs-utils
  mckey:rdmacm-utils stdbuf:coreutils)
# What has no program to look for.
guest_packages=(libibverbs1 ibverbs-providers librdmacm1 libibumad3)

# Programs of the administrator are not in the path of everyone.
PATH=$PATH:/usr/sbin:/sbin

requires_machine() {
  [ "$(uname -s) $(uname -m)" = 'Linux x86_64' ] ||
    skip "the guest is an x86-64 one, this machine is $(uname -s) $(uname -m)"
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    skip 'the kernel of the guest comes from a Debian package, and this machine has no apt-get'
}

static_busybox() { # the only program of the initramfs: it must need no library
  local file
  for file in /bin/busybox /usr/bin/busybox; do
    [ -x "$file" ] && ! ldd "$file" 2>/dev/null | grep -q '=>' && { echo "$file"; return; }
  done
  return 1
}

missing_packages() {
  local pair package
  for pair in "${host_programs[@]}" "${guest_programs[@]}"; do
    command -v "${pair%%:*}" >/dev/null || echo "${pair##*:}"
  done
  static_busybox >/dev/null || echo busybox-static
  for package in "${guest_packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
  case $links in *siw*)
    command -v make >/dev/null || echo make
    command -v gcc-12 >/dev/null || echo gcc-12 ;;
  esac
}

say_needs() {
  requires_machine
  local missing
  missing=$(missing_packages | sort -u | xargs)
  [ -z "$missing" ] || skip "a guest needs: apt-get install --no-install-recommends $missing"
  say 'nothing is missing'
}

provide_needs() { # installs what is missing, if it may
  requires_machine
  local missing
  missing=$(missing_packages | sort -u | xargs)
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || skip "a guest needs: apt-get install --no-install-recommends $missing"
  say "installing $missing"
  mkdir -p "$cache"
  # shellcheck disable=SC2086
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
    >"$cache/apt.log" 2>&1 || skip "apt-get could not install $missing; see $cache/apt.log"
}
