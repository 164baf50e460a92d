// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.PairFacts;

/** The health check {@code multicast}: who is a member, and who should be one and is not. */
final class MulticastHealth {
    private static final String NAME = "multicast";

    /** Memberships, and other troubles, that are named. */
    private static final int MOST = 5;

    private MulticastHealth() {}

    static HealthResult of(List<Membership> memberships, List<String> troubles) {
        List<String> complaints = new ArrayList<>();
        int joined = 0;
        for (Membership membership : memberships) {
            try {
                MembershipStatus status = membership.status();
                joined += status.state() == MembershipState.JOINED ? 1 : 0;
                String complaint = complaint(status);
                if (!complaint.isEmpty()) {
                    complaints.add(membership.name() + " is " + status.state() + complaint);
                }
            } catch (RdmaException e) {
                complaints.add(String.valueOf(e.getMessage()));
            }
        }
        String sum = "memberships: " + joined + " joined";
        List<String> named = new ArrayList<>(shortened(complaints));
        named.addAll(shortened(troubles));
        return named.isEmpty()
                ? new HealthResult(NAME, HealthGrade.OK, sum)
                : new HealthResult(NAME, HealthGrade.WARN, sum + "; " + String.join("; ", named));
    }

    /** A thousand that failed for one reason are not told a thousand times. */
    private static List<String> shortened(List<String> all) {
        if (all.size() <= MOST) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, MOST));
        some.add("and " + (all.size() - MOST) + " more");
        return some;
    }

    private static String complaint(MembershipStatus status) {
        return switch (status.state()) {
            case REJOINING -> ", it was lost and is asked for again";
            case FAILED, LOST -> ", " + status.reason();
            case JOINED ->
                    // Whoever posts receives is content, and nobody tells whether somebody does.
                    status.reason().isEmpty() || status.reason().equals(PairFacts.UNPOSTED)
                            ? ""
                            : ", " + status.reason();
            case JOINING, LEAVING -> status.reason().isEmpty() ? "" : ", " + status.reason();
            case LEFT -> "";
        };
    }
}
