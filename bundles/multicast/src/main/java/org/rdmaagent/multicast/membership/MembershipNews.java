// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;

/** Hears that a membership came into another state. Never waits. */
@FunctionalInterface
public interface MembershipNews {
    /** It did. */
    void tell(
            String name,
            GroupAddress group,
            MembershipState before,
            MembershipStatus status,
            String text);
}
