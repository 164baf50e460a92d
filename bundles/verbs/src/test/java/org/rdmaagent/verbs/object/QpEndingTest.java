// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;

class QpEndingTest {
    private final List<String> calls = new ArrayList<>();

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A pair whose queue answers a poll by hand with an error. */
    private QpHandle pair(int errno) {
        CqHandle queue =
                fake(
                        CqHandle.class,
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "poll" ->
                                            throw new RdmaException(
                                                    "ibv_poll_cq", Errno.of(errno), "cq", "why");
                                    case "equals" -> proxy == arguments[0];
                                    default -> throw new AssertionError(method);
                                });
        ContextHandle context = fake(ContextHandle.class, (proxy, method, arguments) -> List.of());
        return fake(
                QpHandle.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "attachments" -> List.of();
                            case "sendCq", "recvCq" -> Optional.of(queue);
                            case "context" -> context;
                            case "close" -> calls.add("close");
                            default -> throw new AssertionError(method);
                        });
    }

    /** EBUSY: a loop polls it. EOPNOTSUPP: one has read it without the library, and may be gone. */
    @ParameterizedTest
    @CsvSource({"16", "95"})
    void aPairWhoseQueueIsNotOursToPollIsDestroyedAsItIs(int errno) {
        QpEnding.of(pair(errno)).run();
        assertEquals(List.of("close"), calls);
    }

    @Test
    void anotherErrorOfThePollIsTold() {
        QpHandle pair = pair(22);
        assertThrows(RdmaException.class, () -> QpEnding.of(pair).run());
        assertEquals(List.of(), calls);
    }
}
