// SPDX-License-Identifier: Apache-2.0
/**
 * Logins, the one access policy, and the two roads behind both: Jolokia over HTTP and JMX over RMI.
 *
 * <p>A request over HTTP passes four walls, each of which refuses by itself: {@link
 * org.rdmaagent.access.RequestRules} (where it comes from and what shape it has), {@link
 * org.rdmaagent.access.LoginDesk} (who sends it), {@link org.rdmaagent.access.RequestScope}
 * (whether it may change anything at all), {@link org.rdmaagent.access.AccessPolicy} (whether this
 * caller may do this to that MBean). A call over RMI passes the last two of {@code LoginDesk} and
 * {@code AccessPolicy}.
 */
@NullMarked
package org.rdmaagent.access;

import org.jspecify.annotations.NullMarked;
