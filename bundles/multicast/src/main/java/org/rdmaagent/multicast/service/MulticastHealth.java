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

/** The health check {@code multicast}: who is a member, and who should be one and is not. */
final class MulticastHealth {
    private static final String NAME = "multicast";

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
        complaints.addAll(troubles);
        String sum = "memberships: " + joined + " joined";
        return complaints.isEmpty()
                ? new HealthResult(NAME, HealthGrade.OK, sum)
                : new HealthResult(
                        NAME, HealthGrade.WARN, sum + "; " + String.join("; ", complaints));
    }

    private static String complaint(MembershipStatus status) {
        return switch (status.state()) {
            case REJOINING -> ", it was lost and is asked for again";
            case FAILED, LOST -> ", " + status.reason();
            case JOINING, JOINED, LEAVING ->
                    status.reason().isEmpty() ? "" : ", " + status.reason();
            case LEFT -> "";
        };
    }
}
