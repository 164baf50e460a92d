// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.util.Optional;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;

/**
 * A group that was joined and not left.
 *
 * @param group as it was asked for
 * @param kind as it was asked for
 * @param answer what {@link CmEventType#MULTICAST_JOIN} told; empty before the event was taken, and
 *     after the membership was lost
 */
public record CmJoin(GroupAddress group, MemberKind kind, Optional<JoinedGroup> answer) {}
