// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.container.handler.PlainTeller;

/**
 * Makes {@link PlainTeller} a class of its own, as a handler of another bundle would be: what the
 * compiler has learnt of one says nothing of the next.
 */
final class HandlerClasses extends ClassLoader {
    private HandlerClasses() {
        super(PlainTeller.class.getClassLoader());
    }

    /** A handler of a class that no other handler has. */
    static CompletionHandler anew(LongConsumer numbers)
            throws IOException, ReflectiveOperationException {
        return (CompletionHandler)
                new HandlerClasses()
                        .define()
                        .getConstructor(LongConsumer.class)
                        .newInstance(numbers);
    }

    private Class<?> define() throws IOException {
        String name = PlainTeller.class.getName();
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
