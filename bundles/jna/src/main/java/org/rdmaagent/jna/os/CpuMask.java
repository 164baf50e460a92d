// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import java.util.BitSet;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** {@code cpu_set_t}: an array of unsigned long, a bit for each CPU (CPU_SET(3)). */
final class CpuMask {
    private CpuMask() {}

    /** The mask as longs; as many as the highest CPU needs. */
    static long[] of(Collection<Integer> cpus) {
        BitSet bits = new BitSet();
        cpus.forEach(bits::set);
        return bits.toLongArray();
    }

    /** The CPUs of a mask, in order. */
    static Set<Integer> read(long[] mask) {
        Set<Integer> cpus = new TreeSet<>();
        BitSet.valueOf(mask).stream().forEach(cpus::add);
        return cpus;
    }
}
