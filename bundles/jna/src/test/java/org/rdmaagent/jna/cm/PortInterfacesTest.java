// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.HostFiles;

/** A port whose network interface is the one that every host has. */
class PortInterfacesTest {
    private static final PortId PORT = new PortId("rxe0", 1);

    @TempDir private Path folder;

    @BeforeEach
    void aDeviceWithTwoPorts() throws IOException {
        put("ports/1/link_layer", "Ethernet\n");
        put("ports/1/gid_attrs/ndevs/0", "lo\n");
        put("ports/2/link_layer", "InfiniBand\n");
    }

    private void put(String name, String text) throws IOException {
        Path file = folder.resolve("rxe0").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private PortInterfaces interfaces() {
        return new PortInterfaces(new HostFiles(), folder.toString());
    }

    private String refused(PortId port) {
        RdmaException refused =
                assertThrows(RdmaException.class, () -> interfaces().addresses(port));
        return refused.errno().name() + " " + refused.remedy();
    }

    @Test
    void theAddressesAreThoseOfTheInterfaceIpv4First() {
        List<InetAddress> addresses = interfaces().addresses(PORT);
        assertTrue(addresses.get(0) instanceof Inet4Address, addresses.toString());
        assertTrue(addresses.stream().allMatch(InetAddress::isLoopbackAddress));
    }

    @Test
    void aPortWithoutInterfaceHasNone() throws IOException {
        assertEquals(List.of(), interfaces().addresses(new PortId("rxe0", 2)));
        put("ports/1/gid_attrs/ndevs/0", "nosuch0\n");
        assertEquals(List.of(), interfaces().addresses(PORT));
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() {
        assertEquals("ENODEV use one of the devices [rxe0]", refused(new PortId("rxe1", 1)));
        assertEquals("EINVAL use one of the ports [1, 2]", refused(new PortId("rxe0", 3)));
    }

    @Test
    void theLinkLayerIsThePorts() {
        assertFalse(interfaces().isInfiniBand(PORT));
        assertTrue(interfaces().isInfiniBand(new PortId("rxe0", 2)));
        assertFalse(interfaces().isInfiniBand(new PortId("gone", 1)));
    }
}
