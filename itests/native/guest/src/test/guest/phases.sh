#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs in the guest as root: phases.sh CLASSPATH JAVA [OPTION]... Leaves in /run/guest/out, for each phase, what our
# classes wrote (NAME.txt, NAME.err, NAME.code) and what ibv_devinfo wrote at the same time (NAME.devinfo).
set -u
path=$1
shift
java=("$@" -cp "$path" org.rdmaagent.itests.guest.GuestMain)
out=/run/guest/out

phase() { # NAME UID ACTION...: with 64 KiB of locked memory
  local name=$1 uid=$2 start=$SECONDS
  shift 2
  /run/guest/as-user "$uid" 64 "${java[@]}" "$@" >$out/"$name.txt" 2>$out/"$name.err"
  echo $? >$out/"$name.code"
  echo "$name: $((SECONDS - start)) s"
}

devinfo() { # NAME UID
  /run/guest/as-user "$2" - ibv_devinfo -v >$out/"$1.devinfo" 2>&1
}

echo 16 >/proc/sys/vm/nr_hugepages # while there is memory in one piece
# Two at a time, for two processors.
devinfo root 0
devinfo user 1000
phase root 0 devices mads memory mlx4 &
phase user 1000 devices mads memory mlx4 scheduling loop &
wait

# All that needs the kernel's own objects, in one JVM; it takes longest and disturbs nobody but the link, which the
# others do not look at meanwhile.
phase verbs 0 links jmx loop scheduling contract ports &
verbs=$!

# Software devices are Ethernet ones, and so refused before the kernel is asked. To meet its own refusals, one says
# that it is InfiniBand.
masked=$(readlink -f /sys/class/infiniband/rxe0)/ports/1/link_layer
echo InfiniBand >/run/link_layer
mount --bind /run/link_layer "$masked"
phase masked-user 1000 mads &
user=$!
phase masked-root 0 mads
wait $user

modprobe -r ib_umad
chmod 600 /dev/infiniband/{uverbs*,rdma_cm}
phase masked-no-umad 0 mads &
missing=$!
phase closed-user 1000 open cm-open
wait $missing
umount "$masked"
rm -r /dev/char # as in a container, which has the files and no udev
phase closed-no-udev 1000 open cm-open
chmod 666 /dev/infiniband/uverbs*
# Whoever asks the kernel for rdma_cm makes it load the module, if it knows how to.
loader=$(cat /proc/sys/kernel/modprobe)
echo /bin/false >/proc/sys/kernel/modprobe
modprobe -r rdma_ucm
phase no-cm 0 cm-open
echo "$loader" >/proc/sys/kernel/modprobe
modprobe rdma_ucm

wait $verbs # it takes the link down and up
phase multicast 0 groups leave refused &
multicast=$!
# The heap is there from the start, so that what grows is not Java's own.
JDK_JAVA_OPTIONS='-Xms64m -Xmx64m -XX:+AlwaysPreTouch -XX:-UseDynamicNumberOfCompilerThreads' phase rounds 0 rounds &
rounds=$!
wait $multicast
phase cm 0 cm
phase cm-user 1000 cm
wait $rounds
ip link set roce0 down
devinfo down 1000
phase down 1000 devices
