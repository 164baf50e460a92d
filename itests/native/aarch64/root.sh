#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# root.sh TARGET: makes a root of Debian's arm64 packages, a QEMU that runs its programs, and the emulated device for
# it, all below TARGET. Nothing of the system is changed; what is there already is not made again.
#   TARGET/root            a JVM at usr/lib/jvm/default-java, the libraries of rdma-core
#   TARGET/qemu-aarch64    for this machine
#   TARGET/mlx4emu         libmlx4emu.so for that root
# Status 77, and a line "SKIPPED: reason": something is missing that this script cannot make.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
[ $# = 1 ] || { echo "usage: root.sh TARGET" >&2; exit 2; }
mkdir -p "$1"
target=$(cd "$1" && pwd -P)
root=$target/root
packages='default-jre-headless libibverbs1 libibverbs-dev ibverbs-providers librdmacm1 libibumad3'
cross='gcc-aarch64-linux-gnu libc6-dev-arm64-cross'

skip() { echo "SKIPPED: $1"; exit 77; }

private_apt() { # a state of its own, in which arm64 is the machine, and the sources and keys of the system
  APT_CONFIG=$target/apt.conf apt-get -q "$@" >>"$target/apt.log" 2>&1
}

fetch() {
  cat >"$target/apt.conf" <<TEXT
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Dir::State "$target/state/";
Dir::State::status "$target/state/status";
Dir::Cache "$target/cache/";
Dir::Log "$target/";
TEXT
  : >"$target/apt.log"
  mkdir -p "$target/state/lists/partial" "$target/cache/archives/partial"
  : >"$target/state/status"
  # A source without arm64 fails to be listed; whether the packages are there is what counts.
  private_apt update || true
  # shellcheck disable=SC2086
  private_apt -y -d install $packages || skip "the packages of arm64 cannot be fetched: see $target/apt.log"
  mkdir -p "$target/host"
  (cd "$target/host" && apt-get -q download qemu-user-static >>"$target/apt.log" 2>&1) ||
    skip "qemu-user-static cannot be fetched: see $target/apt.log"
}

extract() {
  for package in "$target"/cache/archives/*.deb; do dpkg-deb -x "$package" "$root"; done
  dpkg-deb --fsys-tarfile "$target"/host/qemu-user-static_*.deb |
    tar -xO ./usr/bin/qemu-aarch64-static >"$target/qemu-aarch64" || true
  [ -s "$target/qemu-aarch64" ] || skip 'the package qemu-user-static of this system has no qemu-aarch64-static'
  chmod +x "$target/qemu-aarch64"
}

# The JVM has its settings below /etc, which would be this machine's; those that a package only makes when it is
# installed are not needed.
settings() {
  find "$root/usr/lib/jvm" -type l -lname '/*' | while read -r link; do
    file=$root$(readlink "$link")
    rm "$link"
    [ ! -e "$file" ] || cp -rL "$file" "$link"
  done
}

for command in apt-get dpkg-deb make; do
  command -v $command >/dev/null || skip "$command is missing: this takes Debian, and its package make"
done
echo '#include <stdlib.h>' | aarch64-linux-gnu-gcc -E - >/dev/null 2>&1 ||
  skip "the compiler for aarch64 is missing: apt-get install $cross"

if [ ! -e "$target/complete" ]; then
  # What is removed must be what an earlier run left.
  [ -e "$target/apt.conf" ] || [ -z "$(ls -A "$target")" ] || { echo "root.sh: $target is not empty" >&2; exit 2; }
  rm -rf "$root" "$target/host" "$target/cache" "$target/state"
  fetch
  extract
  settings
  rm -rf "$target/host" "$target/cache" "$target/state"
  touch "$target/complete"
fi
make -s -C "$here/../mlx4emu" OUT="$target/mlx4emu" CC=aarch64-linux-gnu-gcc CFLAGS="-O2 -g -isystem $root/usr/include"
