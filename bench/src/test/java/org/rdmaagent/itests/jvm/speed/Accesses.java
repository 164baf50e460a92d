// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.NativeAccess;

/** Ports by way; those that are not there with the reason. */
final class Accesses {
    /** Of another bundle, for newer JVMs than these classes are for: it may be missing. */
    private static final String FFM_CLASS = "org.rdmaagent.ffm.FfmAccess";

    private final Map<String, String> missing = new TreeMap<>();
    private final Map<String, CompletionPorts> sources = new TreeMap<>();

    Accesses(RdmaCoreVerbs library) {
        sources.put(Way.JNA, library.completionPorts());
        try {
            sources.put(Way.FFM, library.completionPorts(access(Way.FFM)));
        } catch (ReflectiveOperationException | LinkageError e) {
            missing.put(Way.FFM, "the bundle ffm, which needs Java 22, is not there: " + e);
        }
    }

    /** An access by its name. */
    static NativeAccess access(String name) throws ReflectiveOperationException {
        return name.equals(Way.JNA)
                ? JnaAccess.INSTANCE
                : Class.forName(FFM_CLASS)
                        .asSubclass(NativeAccess.class)
                        .getConstructor()
                        .newInstance();
    }

    /** Where the ports of a way that is there come from. */
    CompletionPorts sourceOf(Way way) {
        return Objects.requireNonNull(sources.get(way.access()));
    }

    /** Opens a port of a way that is there. */
    CompletionPort open(Way way, PolledPairQueue queue) {
        CompletionPorts source = sourceOf(way);
        CompletionPort port = source.open(queue.in(source), "bench", way.polling());
        if (!port.kind().equals(way.kind())) {
            throw new IllegalStateException(way.label() + " is polled by " + port.kind());
        }
        return port;
    }

    /** Why a way is not there; empty if it is. */
    String missing(Way way) {
        return missing.getOrDefault(way.access(), "");
    }
}
