// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

/**
 * Something that is to hold.
 *
 * @param name says what, in one line
 * @param body shows it, or throws
 */
record NamedCase(String name, Body body) {
    /** What a case does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }
}
