// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.util.List;
import java.util.stream.Stream;

/** The ways to the MBeans of one agent. */
final class Roads {
    /** A way that is not yet gone; it is tested under its name. */
    record Named(String name, Opener opener) {}

    /** Opens a way. */
    interface Opener {
        Road open() throws Exception;
    }

    private final AgentProcess agent;

    Roads(AgentProcess agent) {
        this.agent = agent;
    }

    Stream<Named> of(Role role) {
        return Stream.of(
                new Named("Jolokia", () -> new JolokiaRoad(agent, role)),
                new Named("JMX", () -> overJmx(role)));
    }

    Road overJolokia(Role role) {
        return new JolokiaRoad(agent, role);
    }

    Road overJmx(Role role) throws Exception {
        return overJmx(role.user(), AgentProcess.password(role.user()));
    }

    Road overJmx(String user, String password) throws Exception {
        return new JmxRmiRoad(agent.jmxPort(), user, password);
    }

    static Road.Step call(String mbean, String operation, List<String> types, Object... arguments) {
        return new Road.Call(mbean, operation, types, List.of(arguments));
    }
}
