// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.dataplane.service.PortOffers.Source;
import org.rdmaagent.spi.ProviderProperties;

/** What is said of an access that is not there is so. */
class AbsentAccessTest {
    private static final SimulatedTraffic TRAFFIC = new SimulatedTraffic();

    /** The access that is always there. */
    static final List<Source> JNA = List.of(source(ProviderProperties.JNA, "jna"));

    private static Source source(String provider, String access) {
        return new Source(TRAFFIC.ports, provider, access, 0, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ffm | jna | jna | 17.0.15 | there is jna, and ffm takes Java 22 or newer, this is"
                        + " Java 17",
                "ffm | jna | jna | 21.0.1+12 | there is jna, and ffm takes Java 22 or newer, this"
                        + " is Java 21",
                "ffm | jna | jna | 22 | there is jna; this is Java 22, which is new enough,"
                        + " but the bundle org.rdmaagent.ffm (feature rdma-agent-ffm) is not"
                        + " installed or not started",
                "ffm | jna | jna | 25.0.1 | there is jna; this is Java 25, which is new enough,"
                        + " but the bundle org.rdmaagent.ffm (feature rdma-agent-ffm) is not"
                        + " installed or not started",
                "jna | jna | ffm | 25 | there is ffm",
                "ffm | sim | '' | 17 | the provider is the simulation, which calls no library",
                "ffm | sim | '' | 25 | the provider is the simulation, which calls no library",
                "jna | sim | '' | 25 | the provider is the simulation, which calls no library",
            })
    void itNamesWhatIsThereAndWhatHinders(
            String access, String provider, String there, String java, String told) {
        assertEquals(
                "nobody here offers " + access + ": " + told,
                AbsentAccess.of(
                        access, List.of(source(provider, there)), Runtime.Version.parse(java)));
    }
}
