// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** The registry over the fake, with a clock that stands still, and what tests ask of it. */
final class FakeCmWorld implements AutoCloseable {
    static final long DEADLINE = TimeUnit.SECONDS.toNanos(60);
    static final long LONG = TimeUnit.SECONDS.toNanos(20);
    static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    static final GroupAddress OTHER = GroupAddress.parse("239.1.2.4");

    final FakeCm fake = new FakeCm();
    volatile boolean infiniBand;
    final AtomicLong now = new AtomicLong(1_000);
    final CmLeaseRegistry registry =
            new CmLeaseRegistry(fake, port -> infiniBand, DEADLINE, now::get);

    static InetAddress local() {
        try {
            return InetAddress.getByName("192.0.2.7");
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    CmLease lease() {
        return registry.lease("multicast");
    }

    static CmId bound(CmLease lease, String name) {
        CmId id = lease.createId(name, PortSpace.UDP);
        id.bind(local());
        return id;
    }

    static CmId joined(CmLease lease, String name) {
        CmId id = bound(lease, name);
        id.join(GROUP, MemberKind.FULL_MEMBER);
        return id;
    }

    CmNotice joinEvent(CmLease lease) {
        fake.tellAll(CmEventType.MULTICAST_JOIN, 0);
        return lease.awaitEvent(LONG).orElseThrow();
    }

    @Override
    public void close() {
        registry.close();
    }
}
