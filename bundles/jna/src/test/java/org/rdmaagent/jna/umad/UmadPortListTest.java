// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.UmadPort;

class UmadPortListTest {
    @ParameterizedTest
    @CsvSource({"InfiniBand, false", "Ethernet, true", "IB, false", "'', false"})
    void anEthernetPortIsKnownByItsLinkLayer(String linkLayer, boolean ethernet) {
        ByteBuffer struct = ByteBuffer.allocate(UmadPort.SIZE).order(ByteOrder.nativeOrder());
        struct.putInt(UmadPort.PORTNUM.offset(), 2);
        struct.put(UmadPort.LINK_LAYER.offset(), linkLayer.getBytes(StandardCharsets.US_ASCII));
        assertEquals(
                new UmadPortState(new PortId("mlx4_0", 2), ethernet),
                UmadPortList.parse("mlx4_0", struct));
    }
}
