// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.VerbsObject;

/** The object over a handle of any kind. */
final class Wrapping {
    private Wrapping() {}

    static VerbsObject of(Session session, VerbsHandle handle) {
        return switch (handle.kind()) {
            case QUEUE_PAIR -> new LeasedQp(session, (QpHandle) handle);
            case RECEIVE_INDIRECTION_TABLE -> new LeasedTable(session, (RwqTableHandle) handle);
            case WORK_QUEUE -> new LeasedWq(session, (WqHandle) handle);
            case SHARED_RECEIVE_QUEUE -> new LeasedSrq(session, (SrqHandle) handle);
            case ADDRESS_HANDLE -> new LeasedAh(session, (AhHandle) handle);
            case MEMORY_REGION -> new LeasedMr(session, (MrHandle) handle);
            case COMPLETION_QUEUE -> new LeasedCq(session, (CqHandle) handle);
            case COMPLETION_CHANNEL -> new LeasedChannel(session, (ChannelHandle) handle);
            case XRC_DOMAIN -> new LeasedXrcd(session, (XrcdHandle) handle);
            case PROTECTION_DOMAIN -> new LeasedPd(session, (PdHandle) handle);
            case CONTEXT -> new LeasedContext(session, (ContextHandle) handle);
        };
    }
}
