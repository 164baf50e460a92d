// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;

/**
 * Copies of {@link ConstantCalls}, one for each driver: hidden classes, which go when nobody has
 * their object any more.
 */
final class CallClass {
    private static final Lookup LOOKUP = MethodHandles.lookup();

    private CallClass() {}

    /** Functions of a driver that is met for the first time. */
    static DriverCalls of(DriverPointers pointers) {
        try {
            Lookup copy =
                    LOOKUP.defineHiddenClassWithClassData(
                            pattern(), DriverHandles.of(pointers), true);
            return (DriverCalls)
                    copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class))
                            .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("the pattern of the calls is not as it was built", e);
        }
    }

    private static byte[] pattern() throws IOException {
        String file = ConstantCalls.class.getSimpleName() + ".class";
        try (InputStream in = ConstantCalls.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is not beside its package");
            }
            return in.readAllBytes();
        }
    }
}
