// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.PortId;
import org.rdmaagent.itests.contract.CmCase;
import org.rdmaagent.itests.contract.CmContract;
import org.rdmaagent.itests.contract.CmRig;
import org.rdmaagent.itests.contract.CmTrait;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.spi.cm.CmLibrary;

/**
 * Soft-RoCE of Linux 6.1 under librdmacm: the port of {@code rxe0}, a RoCE v2 one, which takes IPv4
 * groups only.
 *
 * @param manager the provider
 */
record RxeCmRig(CmLibrary manager) implements CmRig {
    static final PortId PORT = new PortId(RxeRig.DEVICE, 1);

    private static final Set<CmTrait> TRAITS = Set.of(CmTrait.ETHERNET);

    /** What holds there. */
    static List<CmCase> cases() {
        return CmContract.all().stream().filter(one -> TRAITS.containsAll(one.needs())).toList();
    }

    @Override
    public PortId port() {
        return PORT;
    }

    @Override
    public Set<CmTrait> traits() {
        return TRAITS;
    }

    @Override
    public List<GroupAddress> otherGroups() {
        return List.of(GroupAddress.parse("mgid:::ffff:239.77.9.9"));
    }

    @Override
    public Map<GroupAddress, String> refusedGroups() {
        return Map.of(
                GroupAddress.parse("ff0e::77:1"),
                "ENOTSUPP",
                GroupAddress.parse("mgid:ff12:a01b:ffff::77"),
                "ENOTSUPP",
                GroupAddress.SA_ASSIGNED,
                "EINVAL");
    }

    /** Enough on an emulated processor: the many rounds are those of {@link RoundsLines}. */
    @Override
    public int rounds() {
        return 100;
    }

    @Override
    public int raceRounds() {
        return 20;
    }
}
