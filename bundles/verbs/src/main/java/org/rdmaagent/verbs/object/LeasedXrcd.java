// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.XrcDomain;

/** A domain of extended reliable connections. */
final class LeasedXrcd extends LeasedObject<XrcdHandle> implements XrcDomain {
    LeasedXrcd(Session session, XrcdHandle handle) {
        super(session, handle);
    }

    @Override
    public QueuePair createQueuePair(String name, QpInit init) {
        if (init.type() != QpType.XRC_RECV) {
            throw new IllegalArgumentException(
                    "a domain makes queue pairs of type XRC_RECV, not " + init.type());
        }
        return new LeasedQp(session(), in("ibv_create_qp_ex").createQp(name, init));
    }

    @Override
    public QueuePair openSharedQp(String name, QpNumber number) {
        return new LeasedQp(session(), in("ibv_open_qp").openQp(name, number));
    }
}
