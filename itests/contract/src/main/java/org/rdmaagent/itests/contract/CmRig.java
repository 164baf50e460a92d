// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.spi.cm.CmLibrary;

/** What the cases of {@link CmContract} run on. */
public interface CmRig {
    /** The provider. */
    CmLibrary manager();

    /** A port that is up and whose network interface has an IPv4 address. */
    PortId port();

    /** What the port has and does. */
    Set<CmTrait> traits();

    /** Groups of other kinds than IPv4 that can be joined there. */
    List<GroupAddress> otherGroups();

    /** Groups that cannot be joined there, with the name of the error number. */
    Map<GroupAddress, String> refusedGroups();

    /** Groups that nobody else uses: 239.77.X.Y. */
    default GroupAddress group(int number) {
        return GroupAddress.parse("239.77." + (number >> 8 & 0xff) + "." + (number & 0xff));
    }

    /** An address that no interface has. */
    default InetAddress strangeAddress() {
        return CmBench.ip("203.0.113.9");
    }

    /** An address of an interface that belongs to no RDMA port. */
    default InetAddress addressOfNoPort() {
        return CmBench.ip("127.0.0.1");
    }

    /** How often the long case joins and leaves. */
    default int rounds() {
        return 1000;
    }

    /** How often each of the four threads of the race joins and leaves. */
    default int raceRounds() {
        return 100;
    }

    /** Its first address. */
    default InetAddress local() {
        return manager().addresses(port()).get(0);
    }

    /** Whether it has a trait. */
    default boolean is(CmTrait trait) {
        return traits().contains(trait);
    }
}
