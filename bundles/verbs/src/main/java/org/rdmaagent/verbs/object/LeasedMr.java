// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.nio.ByteBuffer;
import java.util.Set;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.MemoryRegion;

/** Registered memory. */
final class LeasedMr extends LeasedObject<MrHandle> implements MemoryRegion {
    LeasedMr(Session session, MrHandle handle) {
        super(session, handle);
    }

    @Override
    public long address() {
        return handle().address();
    }

    @Override
    public long length() {
        return handle().length();
    }

    @Override
    public int lkey() {
        return handle().lkey();
    }

    @Override
    public int rkey() {
        return handle().rkey();
    }

    @Override
    public Set<AccessFlag> access() {
        return handle().access();
    }

    @Override
    public ByteBuffer buffer() {
        return handle().buffer();
    }
}
