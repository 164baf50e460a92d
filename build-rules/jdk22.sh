# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Exports RDMA_AGENT_JDK22, which the profiles of pom.xml read: a JDK that can compile the bundle ffm. As the caller has
# set it; else JAVA_HOME, if that is Java 22 or newer; else the newest one below /usr/lib/jvm. Not set if there is none:
# then Maven looks by itself.
newest=21
for jdk in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
  [ -z "${RDMA_AGENT_JDK22:-}" ] || [ "$newest" -gt 21 ] || break # the caller's
  [ -x "$jdk/bin/javac" ] && [ -r "$jdk/release" ] || continue
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
  [ "${version:-0}" -gt "$newest" ] || continue
  export RDMA_AGENT_JDK22="$jdk"
  newest=$version
  [ "$jdk" != "${JAVA_HOME:-}" ] || break
done
