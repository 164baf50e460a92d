// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadClass;

/**
 * The agents of a session, with the checks of the kernel's {@code ib_register_mad_agent}: a class
 * below 0x50 or 0x81, a version below 8, RMPP only for classes that have it. A class that nobody
 * serves can be registered; its questions time out.
 */
final class AgentTable {
    private static final int EINVAL = 22;
    private static final int ENOMEM = 12;
    private static final int MAX_AGENTS = 32;
    private static final int MAX_CLASS = 0x50;
    private static final int MAX_VERSION = 8;

    private final List<MadClass> agents = new ArrayList<>();

    int register(MadClass madClass, PortId port) {
        int code = madClass.code();
        boolean known = (code > 0 && code < MAX_CLASS) || code == 0x81;
        boolean version = madClass.version() >= 0 && madClass.version() < MAX_VERSION;
        boolean rmpp =
                madClass.rmppVersion() == 0
                        || (madClass.rmppVersion() == 1 && hasRmpp(madClass.code()));
        if (!known || !version || !rmpp) {
            throw refused(EINVAL, port, "there is no such class: " + madClass);
        }
        if (agents.size() == MAX_AGENTS) {
            throw refused(ENOMEM, port, "a session has at most 32 agents; open another one");
        }
        agents.add(madClass);
        return agents.size() - 1;
    }

    boolean contains(int agent) {
        return agent >= 0 && agent < agents.size();
    }

    private static boolean hasRmpp(int code) {
        return code == MadClass.SUBN_ADM.code() || (code >= 0x30 && code <= 0x4f);
    }

    private static RdmaException refused(int errno, PortId port, String remedy) {
        return new RdmaException("umad_register", Errno.of(errno), port.toString(), remedy);
    }
}
