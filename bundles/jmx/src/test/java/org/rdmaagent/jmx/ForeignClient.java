// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** A client on the other side of a wire that has the JDK's classes and none of ours. */
final class ForeignClient {
    private ForeignClient() {}

    /** The object as the client gets it; fails if a class in it is not the JDK's. */
    static Object receive(Object sent) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes(sent))) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass description)
                            throws ClassNotFoundException {
                        return Class.forName(
                                description.getName(), false, ClassLoader.getPlatformClassLoader());
                    }
                }) {
            return in.readObject();
        }
    }

    static byte[] bytes(Object sent) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        return bytes.toByteArray();
    }
}
