# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the kernel finds before it has a root file system: busybox and the modules to reach one. Part of guest.sh.

first_modules=(virtio_pci virtio_console virtio_rng 9pnet_virtio 9p overlay)

# modprobe names each module behind those it needs.
module_files() {
  local module
  for module in "${first_modules[@]}"; do
    modprobe -d "$kernel/tree" -S "$release" --show-depends "$module" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
  done | awk '!seen[$0]++'
}

prepare_initramfs() {
  local stage file made="$kernel/initramfs.gz"
  if [ ! -s "$made" ] || [ "$here/inside/init" -nt "$made" ] || [ "$here/host/initramfs.sh" -nt "$made" ]; then
    stage=$(mktemp -d "$kernel/initramfs.XXXXXX")
    mkdir -p "$stage"/{bin,modules,proc,sys,dev,host,memory,newroot}
    cp "$(static_busybox)" "$stage/bin/busybox"
    cp "$here/inside/init" "$stage/init"
    chmod +x "$stage/init"
    module_files | while read -r file; do
      cp "$file" "$stage/modules/"
      basename "$file" >>"$stage/modules/order"
    done
    (cd "$stage" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -1) >"$made.part"
    mv "$made.part" "$made"
    rm -rf "$stage"
  fi
  exec 9>&- # the preparation's lock
}
