// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

/**
 * What the operator who started the agent in the foreground reads: the ready line and little else.
 */
@AllowsConsole
final class Console {
    private Console() {}

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    static void complain(String line) {
        System.err.println(line);
        System.err.flush();
    }
}
