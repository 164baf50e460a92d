// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.spi.cm.CmId;

/** rdma_leave_multicast(3): what it ends, and what is told afterwards. */
final class CmLeaveCases {
    private static final int MANY = 20;

    private CmLeaveCases() {}

    static List<CmCase> cases() {
        return List.of(
                CmCase.of("a group is left once", CmLeaveCases::once),
                CmCase.of("a group that was not joined is not left", CmLeaveCases::stranger),
                CmCase.of("leaving before the answer cancels", CmLeaveCases::cancelled),
                CmCase.of("an answer that waits goes with its group", CmLeaveCases::waiting),
                CmCase.of("leaving one of two leaves the other", CmLeaveCases::oneOfTwo),
                CmCase.of("a group that was left is joined anew", CmLeaveCases::anew),
                CmCase.of(
                        "the MGID is not the address",
                        CmTrait.INFINIBAND,
                        CmLeaveCases::wholeAddress),
                CmCase.of("an id is closed with groups joined", CmLeaveCases::closed),
                CmCase.of("an id is closed before the answers", CmLeaveCases::closedEarly));
    }

    private static void once(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(1);
        bench.join(id, group);
        id.leave(group);
        Expect.equal(List.of(), id.joins(), "joins");
        Expect.refused("EADDRNOTAVAIL", () -> id.leave(group), "leaving it again");
        bench.nothingWaits();
    }

    private static void stranger(CmBench bench) {
        CmId id = bench.bound();
        CmId other = bench.bound();
        bench.join(other, bench.rig().group(1));
        Expect.refused(
                "EADDRNOTAVAIL", () -> id.leave(bench.rig().group(1)), "what another id joined");
        Expect.refused("EADDRNOTAVAIL", () -> other.leave(bench.rig().group(2)), "another group");
        Expect.refused(
                "EADDRNOTAVAIL",
                () -> bench.unbound().leave(bench.rig().group(1)),
                "an id that is not bound");
        Expect.equal(1, other.joins().size(), "joins");
    }

    private static void cancelled(CmBench bench) {
        for (int number = 0; number < MANY; number++) {
            CmId id = bench.bound();
            CmBench.ask(id, bench.rig().group(number));
            id.leave(bench.rig().group(number));
            Expect.equal(List.of(), id.joins(), "joins");
        }
        bench.nothingWaits();
    }

    /** The answers of both are there, or will be: only that of the second one is told. */
    private static void waiting(CmBench bench) {
        CmId id = bench.bound();
        CmId other = bench.bound();
        for (int number = 0; number < MANY; number++) {
            GroupAddress left = bench.rig().group(2 * number);
            GroupAddress kept = bench.rig().group(2 * number + 1);
            CmBench.ask(id, left);
            CmBench.ask(other, kept);
            id.leave(left);
            JoinedGroup unused = CmBench.joined(bench.lease(), other, kept);
        }
        bench.nothingWaits();
    }

    private static void oneOfTwo(CmBench bench) {
        CmId id = bench.bound();
        CmBench.ask(id, bench.rig().group(1));
        CmBench.ask(id, bench.rig().group(2));
        id.leave(bench.rig().group(1));
        JoinedGroup unused = CmBench.joined(bench.lease(), id, bench.rig().group(2));
        Expect.equal(1, id.joins().size(), "joins");
        bench.nothingWaits();
    }

    private static void anew(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(1);
        JoinedGroup first = bench.join(id, group);
        for (int round = 0; round < MANY; round++) {
            id.leave(group);
            Expect.equal(first.mgid(), bench.join(id, group).mgid(), "MGID");
        }
        bench.nothingWaits();
    }

    private static void wholeAddress(CmBench bench) {
        CmId id = bench.bound();
        JoinedGroup joined = bench.join(id, bench.rig().group(1));
        GroupAddress same = GroupAddress.ofMgid(joined.mgid());
        Expect.refused("EADDRNOTAVAIL", () -> id.leave(same), "leaving it by its MGID");
        bench.join(id, same);
        id.leave(bench.rig().group(1));
        Expect.equal(same, id.joins().get(0).group(), "what is left");
    }

    private static void closed(CmBench bench) {
        CmId id = bench.bound();
        for (int number = 0; number < MANY; number++) {
            bench.join(id, bench.rig().group(number));
        }
        id.close();
        Expect.that(!id.isOpen(), "it is closed");
        bench.nothingWaits();
    }

    private static void closedEarly(CmBench bench) {
        for (int number = 0; number < MANY; number++) {
            CmId id = bench.bound();
            CmBench.ask(id, bench.rig().group(number));
            CmBench.ask(id, bench.rig().group(number + 1));
            id.close();
        }
        Expect.equal(List.of(), bench.lease().ids(), "ids");
        bench.nothingWaits();
    }
}
