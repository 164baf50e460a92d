# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Debian 12's kernel is configured without the iWARP software device, and its source package has it: that one module
# is built, beside the kernel it is for. Part of guest.sh.

build_siw() {
  local work abi series version package
  work=$kernel/siw-build abi=${release%-amd64} series=${release%%-*}
  series=${series%.*}
  version=$(dpkg-deb -f "$cache/deb/$(basename "$kernel").deb" Version)
  say "building siw for $release (150 MB to fetch, once)"
  rm -rf "$work"
  mkdir -p "$work"
  for package in "linux-headers-$release" "linux-headers-$abi-common" "linux-kbuild-$series" "linux-source-$series"; do
    fetch_package "$package=$version" "$work" || skip "apt-get download $package=$version failed"
    case $package in linux-source-*) ;; *) dpkg-deb -x "$work/$package"_*.deb "$work/headers" ;; esac
  done
  dpkg-deb --fsys-tarfile "$work"/linux-source-*.deb | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
    tar -xJ -C "$work" --strip-components=4 --wildcards '*/drivers/infiniband/sw/siw'
  # The headers' Makefile names the folder in which the package would be installed.
  sed -i "s|/usr/src/|$work/headers/usr/src/|" "$work/headers/usr/src/linux-headers-$release/Makefile"
  make -s -C "$work/headers/usr/src/linux-headers-$release" M="$work/siw" CONFIG_RDMA_SIW=m modules \
    >"$kernel/siw.log" 2>&1 || { tail -n 20 "$kernel/siw.log" >&2; fail "siw did not build; see $kernel/siw.log"; }
  strip -g -o "$kernel/siw.ko" "$work/siw/siw.ko"
  rm -rf "$work"
}
