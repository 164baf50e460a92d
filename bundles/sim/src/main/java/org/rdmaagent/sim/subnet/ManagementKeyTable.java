// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.rdmaagent.mad.DirectedRouteSmp;

/**
 * The M_Keys of the ports and what they protect (IBTA volume 1, section 14.2.4). A lease period is
 * not offered: the keys hold until they are changed. Guarded by the subnet's lock.
 *
 * <p>No key, or the right one, opens everything. With a wrong one {@code SubnGet} still succeeds at
 * protect bits 0 and 1, where 1 hides the key in PortInfo; at 2 and 3 nothing is answered. What is
 * refused is dropped without a word and counted in PortInfo.
 */
final class ManagementKeyTable {
    private static final int READ_PROTECTED = 2;
    private static final int KEY_HIDDEN = 1;
    private static final int MAX_VIOLATIONS = 0xffff;
    // Places in PortInfo: M_Key, M_KeyProtectBits above LMC, M_KeyViolations.
    private static final int KEY = 0;
    private static final int PROTECT_BITS = 34;
    private static final int PROTECT_SHIFT = 6;
    private static final int VIOLATIONS = 44;

    private static final class Lock {
        final long key;
        final int protectBits;
        int violations;

        Lock(long key, int protectBits) {
            this.key = key;
            this.protectBits = protectBits;
        }
    }

    private final Map<Integer, Lock> locks = new HashMap<>();

    /** Sets the key of a port, a number of the graph; 0 protects nothing. */
    void set(int port, long key, int protectBits) {
        locks.put(port, new Lock(key, protectBits));
    }

    void clear() {
        locks.clear();
    }

    /** How many questions the port refused, up to 65535. */
    int violations(int port) {
        Lock lock = locks.get(port);
        return lock == null ? 0 : lock.violations;
    }

    /** Whether the port lets a question with this key pass; counts it if not. */
    boolean opens(int port, int method, long key) {
        Lock lock = locks.get(port);
        if (lock == null || lock.key == 0 || lock.key == key) {
            return true;
        }
        if (method == DirectedRouteSmp.GET && lock.protectBits < READ_PROTECTED) {
            return true;
        }
        lock.violations = Math.min(lock.violations + 1, MAX_VIOLATIONS);
        return false;
    }

    /** Writes the port's key and what belongs to it into PortInfo, for who asks with this key. */
    void show(int port, long asked, ByteBuffer out, int portInfo) {
        Lock lock = locks.get(port);
        if (lock == null) {
            return;
        }
        boolean hidden = lock.protectBits == KEY_HIDDEN && lock.key != asked;
        out.putLong(portInfo + KEY, hidden ? 0 : lock.key);
        int low = out.get(portInfo + PROTECT_BITS);
        out.put(portInfo + PROTECT_BITS, (byte) (lock.protectBits << PROTECT_SHIFT | low));
        out.putShort(portInfo + VIOLATIONS, (short) lock.violations);
    }
}
