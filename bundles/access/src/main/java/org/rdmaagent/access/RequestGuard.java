// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import org.jolokia.server.core.request.JolokiaNotificationRequest;
import org.jolokia.server.core.request.JolokiaObjectNameRequest;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.notification.AddCommand;
import org.jolokia.server.core.service.request.AbstractRequestHandler;
import org.jolokia.server.core.util.RequestType;
import org.jspecify.annotations.Nullable;

/**
 * Looks at each request as Jolokia parsed it, before any of Jolokia's handlers, and handles none.
 * It closes what the restrictor is not asked: exec over a pattern of names (asked for the pattern
 * only) and listening to an MBean's notifications (not asked at all).
 */
final class RequestGuard extends AbstractRequestHandler {
    /** Before every handler of Jolokia's, which have -2 to 1000. */
    private static final int FIRST = -1_000_000;

    private final AccessPolicy policy;
    private final AnswerBudget budget;

    RequestGuard(AccessPolicy policy, AnswerBudget budget) {
        super("rdma-agent", FIRST);
        this.policy = policy;
        this.budget = budget;
    }

    @Override
    public boolean canHandle(JolokiaRequest request) {
        RequestScope scope = RequestScope.current();
        if (scope == null) {
            throw new SecurityException("no login came with this request");
        }
        if (!budget.allowsMore()) {
            throw new IllegalStateException("too much at once; send it in parts");
        }
        boolean changes =
                request.getType() == RequestType.EXEC || request.getType() == RequestType.WRITE;
        if (changes && !scope.mayChange()) {
            throw new SecurityException(
                    "send exec and write as POST with Content-Type: application/json");
        }
        if (changes
                && request instanceof JolokiaObjectNameRequest named
                && named.getObjectName().isPattern()) {
            throw new SecurityException("exec and write take one MBean by its full name");
        }
        if (request instanceof JolokiaNotificationRequest notification
                && notification.getCommand() instanceof AddCommand add
                && !policy.mayKnow(scope.caller(), add.getObjectName())) {
            throw new SecurityException("no such MBean for this login");
        }
        return false;
    }

    @Override
    public <R extends JolokiaRequest> @Nullable Object handleRequest(
            R request, @Nullable Object previous) {
        return previous;
    }
}
