// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipStatus;

/** Leaves a membership and says in a sentence what that did. */
final class LeaveAnswer {
    private LeaveAnswer() {}

    /**
     * Leaves it.
     *
     * @throws org.rdmaagent.RdmaException as {@link Membership#leave}
     */
    static String leave(Membership membership) {
        // What leaving does follows from where it stood; afterwards that is gone.
        MembershipStatus before = membership.status();
        membership.leave();
        String subject = "membership " + membership.name() + " of " + membership.request().group();
        return done(subject, before) + (before.lasting() ? comeback(membership.name()) : "");
    }

    private static String done(String subject, MembershipStatus before) {
        return switch (before.state()) {
            case JOINING -> "the join of " + subject + " is cancelled";
            case FAILED -> subject + " was no member" + why(before) + "; it is removed";
            case LOST, REJOINING ->
                    subject + " was lost" + why(before) + "; it is not joined again";
            case JOINED, LEAVING, LEFT -> subject + " is left";
        };
    }

    private static String why(MembershipStatus before) {
        return before.reason().isEmpty() ? "" : " (" + before.reason() + ")";
    }

    /** A file may be called otherwise than its membership; here only the latter is known. */
    private static String comeback(String name) {
        return "; its file, org.rdmaagent.multicast-"
                + name
                + ".cfg if that is how it is named, joins again when a change of it is saved or the"
                + " agent is restarted: remove the file to stay out for good";
    }
}
