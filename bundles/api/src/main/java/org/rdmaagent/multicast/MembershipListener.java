// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Is told how memberships change; register it as a service. Called on a thread of its own, in
 * order.
 */
@ConsumerType
public interface MembershipListener {
    /** A membership came into another state. */
    void onMembershipEvent(MembershipEvent event);
}
