// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.HostFiles;

/** The library itself, on a host whose kernel has no rdma_cm. */
class RdmaCoreCmTest {
    @Test
    void aKernelWithoutItIsNamedWithTheModule() {
        assumeTrue(RdmaCoreCm.library().loaded(), RdmaCoreCm.library().reason());
        assumeFalse(
                Files.exists(Path.of("/dev/infiniband/rdma_cm")),
                "the kernel of this host has rdma_cm");
        try (RdmaCoreCm manager = new RdmaCoreCm(new HostFiles())) {
            RdmaException refused =
                    assertThrows(RdmaException.class, () -> manager.lease("multicast"));
            assertEquals("ENODEV", refused.errno().name());
            assertEquals("rdma_create_event_channel", refused.call());
            assertTrue(refused.remedy().contains("modprobe rdma_ucm"), refused.remedy());
        }
    }

    @Test
    void aPortThatIsNotThereHasNoAddresses() {
        try (RdmaCoreCm manager = new RdmaCoreCm(new HostFiles())) {
            RdmaException refused =
                    assertThrows(
                            RdmaException.class,
                            () -> manager.addresses(new PortId("nosuchdevice", 1)));
            assertEquals("ENODEV", refused.errno().name());
        }
    }
}
