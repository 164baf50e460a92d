// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.rdmaagent.RdmaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets nothing out of an MBean that a client without our classes could not read: every exception
 * leaves as one of the JDK, with our message and without a cause.
 */
final class WireSafe {
    private static final Logger LOG = LoggerFactory.getLogger(WireSafe.class);
    private static final int EINVAL = 22;

    private WireSafe() {}

    /** The same object behind the same interface. */
    static <T> T wrap(T target, Class<T> face) {
        Object proxy =
                Proxy.newProxyInstance(
                        face.getClassLoader(),
                        new Class<?>[] {face},
                        (self, method, arguments) -> {
                            try {
                                return method.invoke(target, arguments);
                            } catch (InvocationTargetException e) {
                                throw translate(e.getTargetException());
                            }
                        });
        return face.cast(proxy);
    }

    /** What the client gets to see. */
    static RuntimeException translate(Throwable thrown) {
        if (thrown instanceof CompletionException || thrown instanceof ExecutionException) {
            Throwable cause = thrown.getCause();
            return cause == null ? unexpected(thrown) : translate(cause);
        }
        if (thrown instanceof RdmaException e) {
            return e.errno().number() == EINVAL
                    ? new IllegalArgumentException(e.getMessage())
                    : new IllegalStateException(e.getMessage());
        }
        if (thrown instanceof IllegalArgumentException e) {
            return new IllegalArgumentException(e.getMessage());
        }
        if (thrown instanceof IllegalStateException e) {
            return new IllegalStateException(e.getMessage());
        }
        return unexpected(thrown);
    }

    private static RuntimeException unexpected(Throwable thrown) {
        LOG.error("An MBean met an error that it should not; please report it", thrown);
        return new IllegalStateException(
                "internal error: " + thrown + "; the agent's log has the details");
    }
}
