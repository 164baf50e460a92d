# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The guest's kernel: Debian's package, unpacked into the cache and never installed. Part of guest.sh.

fetch_package() { # PACKAGE[=VERSION] FOLDER
  # A folder that apt's own user cannot write to makes it complain, though it works.
  (cd "$2" && apt-get download -qq "$1" 2>&1 | { grep -v unsandboxed || true; } >&2)
}

newest_package() { # prints the file, if the cache has one
  find "$cache/deb" -name 'linux-image-*.deb' | sort -V | tail -n 1
}

kernel_package() { # sets package, the file
  local name
  mkdir -p "$cache/deb"
  package=$(newest_package)
  [ -z "$package" ] || return 0
  # linux-image-amd64 is empty and depends on the current one.
  name=$(apt-cache depends linux-image-amd64 2>/dev/null |
    sed -nE 's/^ *Depends: (linux-image-[0-9].*)/\1/p' | head -n 1) || true
  [ -n "$name" ] || skip 'apt knows no linux-image-amd64, which is a package of Debian; try: apt-get update'
  say "fetching $name (70 MB, once)"
  fetch_package "$name" "$cache/deb" || skip "apt-get download $name failed"
  package=$(newest_package)
  [ -n "$package" ] || skip "apt-get download $name brought nothing"
}

# A bzImage unpacks itself when it starts, which takes 2.5 s on an emulated processor. QEMU also starts the kernel
# proper, if it gets that: its place is told by the header (Documentation/x86/boot.rst: setup_sects, payload_offset,
# payload_length).
unpack_vmlinux() { # BZIMAGE VMLINUX
  local setup offset length
  setup=$(od -An -tu1 -j $((0x1f1)) -N 1 "$1" | tr -d ' ')
  offset=$(od -An -tu4 -j $((0x248)) -N 4 "$1" | tr -d ' ')
  length=$(od -An -tu4 -j $((0x24c)) -N 4 "$1" | tr -d ' ')
  tail -c +$(((setup + 1) * 512 + offset + 1)) "$1" | head -c "$length" >"$2.packed" || true
  case $(od -An -tx1 -N 4 "$2.packed" | tr -d ' ') in
    fd377a58) xz -dc --single-stream <"$2.packed" >"$2" ;;
    1f8b*) gzip -dc <"$2.packed" >"$2" 2>/dev/null || true ;; # warns of the length behind the stream
    *) cp "$1" "$2" ;;                                        # packed otherwise: it can unpack itself
  esac
  rm -f "$2.packed"
}

prepare_kernel() { # sets kernel, the folder, and release, the version
  local package
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock 9 # until the end of the preparation: two guests may start at once
  kernel_package
  kernel=$cache/$(basename "$package" .deb)
  if [ ! -e "$kernel/complete" ]; then
    say "unpacking $(basename "$package")"
    rm -rf "$kernel"
    mkdir -p "$kernel/tree"
    dpkg-deb -x "$package" "$kernel/tree" || { rm -f "$package"; fail "$package was broken and is removed: try again"; }
    release=$(basename "$kernel"/tree/lib/modules/*)
    depmod -b "$kernel/tree" "$release"
    unpack_vmlinux "$kernel/tree/boot/vmlinuz-$release" "$kernel/vmlinux"
    touch "$kernel/complete"
  fi
  release=$(basename "$kernel"/tree/lib/modules/*)
  case $links in *siw*) [ -e "$kernel/siw.ko" ] || build_siw ;; esac
}
