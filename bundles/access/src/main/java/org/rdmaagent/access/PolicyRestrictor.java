// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.Arrays;
import java.util.List;
import javax.management.ObjectName;
import org.jolokia.server.core.service.api.Restrictor;
import org.jolokia.server.core.util.HttpMethod;
import org.jolokia.server.core.util.RequestType;
import org.jspecify.annotations.Nullable;

/** Jolokia's questions, answered from the policy for the caller of the request on this thread. */
final class PolicyRestrictor implements Restrictor {
    private final AccessPolicy policy;

    PolicyRestrictor(AccessPolicy policy) {
        this.policy = policy;
    }

    @Override
    public boolean isHttpMethodAllowed(HttpMethod method) {
        RequestScope scope = RequestScope.current();
        return scope != null && (method == HttpMethod.GET || method == HttpMethod.POST);
    }

    @Override
    public boolean isTypeAllowed(RequestType type) {
        RequestScope scope = RequestScope.current();
        boolean changes = type == RequestType.EXEC || type == RequestType.WRITE;
        return scope != null && (scope.mayChange() || !changes);
    }

    @Override
    public boolean isAttributeReadAllowed(ObjectName name, String attribute) {
        RequestScope scope = RequestScope.current();
        return scope != null && policy.mayRead(scope.caller(), name, attribute);
    }

    @Override
    public boolean isAttributeWriteAllowed(ObjectName name, String attribute) {
        RequestScope scope = changing();
        return scope != null && policy.mayWrite(scope.caller(), name, attribute);
    }

    /** The operation comes as {@code name} or {@code name(type,type)}. */
    @Override
    public boolean isOperationAllowed(ObjectName name, @Nullable String operation) {
        RequestScope scope = changing();
        if (scope == null || operation == null) {
            return false;
        }
        int open = operation.indexOf('(');
        if (open < 0) {
            return policy.mayInvokeAny(scope.caller(), name, operation);
        }
        String types = operation.substring(open + 1).replaceFirst("\\)\\s*$", "");
        List<String> signature =
                types.isBlank() ? List.of() : Arrays.stream(types.split(",")).toList();
        // Jolokia takes the types as they are written, so they are judged as they are written.
        return policy.mayInvoke(
                scope.caller(), name, operation.substring(0, open), signature, null);
    }

    @Override
    public boolean isRemoteAccessAllowed(String... hostOrAddress) {
        return RequestScope.current() != null;
    }

    /**
     * Strict: whether the request may come from there, which our rules settled before. Else:
     * whether that site may read the answer.
     */
    @Override
    public boolean isOriginAllowed(@Nullable String origin, boolean strict) {
        RequestScope scope = RequestScope.current();
        return scope != null && (strict || (origin != null && origin.equals(scope.corsOrigin())));
    }

    /** A listed site may be served over TLS; whether it may call is settled by its whole origin. */
    @Override
    public boolean ignoreScheme() {
        return true;
    }

    @Override
    public boolean isObjectNameHidden(ObjectName name) {
        RequestScope scope = RequestScope.current();
        return scope == null || !policy.mayKnow(scope.caller(), name);
    }

    private static @Nullable RequestScope changing() {
        RequestScope scope = RequestScope.current();
        return scope != null && scope.mayChange() ? scope : null;
    }
}
