// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;

/** Why a sweep has no result at all: the node where it was to begin did not answer. */
final class StartFailure {
    private static final int ETIMEDOUT = 110;
    private static final int EPROTO = 71;
    private static final int EINVAL = 22;
    private static final String CALL = "SubnGet(NodeInfo)";
    private static final String M_KEY =
            ", and that no M_Key other than the configured one protects it";

    private StartFailure() {}

    /**
     * No answer, or a bad one.
     *
     * @param answered whether something came back
     * @param status what came back, in words
     */
    static RdmaException of(PortId port, DirectedRoute from, boolean answered, String status) {
        boolean own = from.hops() == 0;
        String subject = own ? port.toString() : port + " route " + from;
        String remedy;
        if (answered) {
            remedy =
                    (own ? "the agent's own port" : "the node at the end of the route")
                            + " answered "
                            + status
                            + "; look at "
                            + (own ? "its driver's log" : "its own log");
        } else if (own) {
            remedy =
                    "the agent's own port does not answer SMPs; see that its driver is loaded, that"
                            + " nothing else holds its QP0"
                            + M_KEY;
        } else {
            remedy =
                    "no node answers at the end of the route; see that it begins with the agent's"
                            + " own port, that only switches forward on it, that every port on it"
                            + " is up (a sweep of the whole subnet tells the routes that there"
                            + " are)"
                            + M_KEY;
        }
        return new RdmaException(CALL, Errno.of(answered ? EPROTO : ETIMEDOUT), subject, remedy);
    }

    /** The transport did not take the first question. */
    static RdmaException refused(DirectedRoute from, RdmaException cause) {
        if (from.hops() == 0 || cause.errno().number() != EINVAL) {
            return cause;
        }
        RdmaException failure =
                new RdmaException(
                        cause.call(),
                        cause.errno(),
                        cause.subject() + " route " + from,
                        "the driver refuses the route; its first hop is the number of the agent's"
                                + " own port");
        failure.initCause(cause);
        return failure;
    }
}
