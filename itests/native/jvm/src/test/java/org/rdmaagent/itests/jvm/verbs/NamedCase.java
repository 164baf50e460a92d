// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

/**
 * Something that is to hold.
 *
 * @param name says what, in one line
 * @param body shows it, or throws
 */
public record NamedCase(String name, Body body) {
    /** What a case does. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }
}
