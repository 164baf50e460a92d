// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.stream.Collectors;
import org.rdmaagent.dataplane.service.PortOffers.Source;
import org.rdmaagent.spi.ProviderProperties;

/** Why nobody offers the access to native code that a loop asks for. */
final class AbsentAccess {
    private static final String FFM = "ffm";

    /** The first with java.lang.foreign. */
    private static final int FFM_JAVA = 22;

    private AbsentAccess() {}

    /** The same for the Java that runs this. */
    static String ofThisJava(String access, List<Source> sources) {
        return of(access, sources, Runtime.version());
    }

    /**
     * Says it, with what is there and what to do.
     *
     * @param access that nobody offers: {@code jna} or {@code ffm}
     * @param sources what is offered; not empty
     * @param java that runs this
     */
    static String of(String access, List<Source> sources, Runtime.Version java) {
        String nobody = "nobody here offers " + access + ": ";
        if (sources.stream().anyMatch(AbsentAccess::isSimulated)) {
            return nobody + "the provider is the simulation, which calls no library";
        }
        String others =
                "there is "
                        + sources.stream()
                                .map(Source::access)
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(" and "));
        if (!access.equals(FFM)) {
            return nobody + others;
        }
        String running = "this is Java " + java.feature();
        return java.feature() < FFM_JAVA
                ? nobody + others + ", and ffm takes Java 22 or newer, " + running
                : nobody
                        + others
                        + "; "
                        + running
                        + ", which is new enough, but the bundle org.rdmaagent.ffm (feature"
                        + " rdma-agent-ffm) is not installed or not started";
    }

    private static boolean isSimulated(Source source) {
        return source.provider().equals(ProviderProperties.SIM);
    }
}
