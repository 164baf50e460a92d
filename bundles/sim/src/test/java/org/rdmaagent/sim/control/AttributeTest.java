// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.SwitchInfo;

/** Every node answers as hardware does. */
class AttributeTest {
    private final SimulatedWorld world = SmallFabric.world();
    private final Asker asker = new Asker(world);

    private int status(DirectedRoute route, SmpAttribute attribute, int modifier) {
        return asker.answer(route, attribute, modifier).status();
    }

    private MlnxExtPortInfo extension(DirectedRoute route, int port) {
        DirectedRouteSmp answer = asker.answer(route, SmpAttribute.MLNX_EXT_PORT_INFO, port);
        assertEquals(0, answer.status());
        return MlnxExtPortInfo.decode(answer.data());
    }

    @Test
    void aNodeTellsWhatItIs() {
        NodeInfo near = asker.nodeInfo(SmallFabric.TO_NEAR);
        assertEquals(2, near.nodeType());
        assertEquals(36, near.portCount());
        assertEquals(SmallFabric.NEAR.guid(), near.portGuid());
        assertEquals(0xc738, near.deviceId());
        assertEquals(0x2c9, near.vendorId());
        byte[] text = asker.answer(SmallFabric.TO_OTHER, SmpAttribute.NODE_DESCRIPTION, 0).data();
        assertEquals("other \"é\" #1", NodeDescription.decode(text).text());
    }

    @Test
    void onlyASwitchHasSwitchInfo() {
        byte[] data = asker.answer(SmallFabric.TO_NEAR, SmpAttribute.SWITCH_INFO, 0).data();
        assertTrue(SwitchInfo.decode(data).enhancedPort0());
        assertEquals(0x000c, status(SmallFabric.TO_OTHER, SmpAttribute.SWITCH_INFO, 0));
    }

    @Test
    void aPortBeyondTheLastIsAnInvalidValue() {
        assertEquals(0, status(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 36));
        assertEquals(0x001c, status(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 37));
        assertEquals(0x001c, status(SmallFabric.TO_OTHER, SmpAttribute.PORT_INFO, 3));
        assertEquals(0x001c, status(SmallFabric.TO_NEAR, SmpAttribute.MLNX_EXT_PORT_INFO, 37));
    }

    @Test
    void aChannelAdapterAnswersForTheArrivalPortWhenAskedForPort0() {
        PortInfo second = asker.portInfo(DirectedRoute.of(1, 3), 0);
        assertEquals(2, second.localPort());
        assertEquals(lid(1), second.lid());
        assertEquals(lid(0), asker.portInfo(DirectedRoute.of(1, 3), 1).lid());
    }

    private int lid(int index) {
        return world.topology().nodes().get(3).ports().get(index).lid().value();
    }

    @Test
    void aSwitchTellsItsLidAndItsCapabilitiesOnPort0Only() {
        PortInfo management = asker.portInfo(SmallFabric.TO_NEAR, 0);
        assertEquals(1, management.lid());
        assertEquals(1, management.smLid());
        assertEquals(4, management.portState());
        assertTrue((management.capabilityMask() & PortInfo.CAP_EXTENDED_SPEEDS) != 0);
        PortInfo external = asker.portInfo(SmallFabric.TO_NEAR, 1);
        assertEquals(0, external.lid());
        assertEquals(0, external.capabilityMask());
        assertEquals(1, external.localPort());
        PortInfo old = asker.portInfo(SmallFabric.TO_FAR, 0);
        assertFalse((old.capabilityMask() & PortInfo.CAP_EXTENDED_SPEEDS) != 0);
    }

    @Test
    void aLinkTellsWidthSpeedAndMtu() {
        PortInfo port = asker.portInfo(SmallFabric.TO_NEAR, 1);
        assertEquals(2, port.linkWidthActive());
        assertEquals(3, port.linkWidthSupported());
        assertEquals(4, port.linkSpeedActive());
        assertEquals(7, port.linkSpeedSupported());
        assertEquals(1, port.linkSpeedExtActive());
        assertEquals(1, port.linkSpeedExtSupported());
        assertEquals(4, port.portState());
        assertEquals(5, port.portPhysicalState());
        assertEquals(5, port.neighborMtu());
    }

    @Test
    void aPortWithoutACableIsDownAndPolling() {
        PortInfo port = asker.portInfo(SmallFabric.TO_NEAR, 20);
        assertEquals(1, port.portState());
        assertEquals(2, port.portPhysicalState());
        assertEquals(2, port.linkWidthActive());
        assertEquals(1, port.linkSpeedActive());
        assertEquals(0, port.linkSpeedExtActive());
    }

    @Test
    void fdr10LooksLikeQdrAndIsToldByTheExtension() {
        PortInfo port = asker.portInfo(SmallFabric.TO_NEAR, 7);
        assertEquals(4, port.linkSpeedActive());
        assertEquals(0, port.linkSpeedExtActive());
        assertEquals(1, extension(SmallFabric.TO_NEAR, 7).linkSpeedActive());
        assertEquals(1, extension(SmallFabric.TO_FAR, 9).linkSpeedActive());
        assertEquals(0, extension(SmallFabric.TO_NEAR, 1).linkSpeedActive());
    }

    @Test
    void aDeviceWithoutTheExtensionSaysSo() {
        assertEquals(0x000c, status(SmallFabric.TO_OTHER, SmpAttribute.MLNX_EXT_PORT_INFO, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "0x01, 0x0016, 0x000c", // an attribute that nobody here has
        "0x02, 0x0015, 0x000c", // Set
        "0x05, 0x0015, 0x0008", // no method that subnet management asks for
    })
    void whatIsNotKnownGetsAStatus(String method, String attribute, String status) {
        ByteBuffer mad = asker.question(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 1).toBytes();
        mad.put(3, Integer.decode(method).byteValue());
        mad.putShort(16, Integer.decode(attribute).shortValue());
        DirectedRouteSmp answer = DirectedRouteSmp.decode(asker.ask(mad).mad());
        assertEquals(Integer.decode(status), answer.status());
        assertEquals(DirectedRouteSmp.GET_RESPONSE, answer.method());
    }

    @Test
    void anAnswerToNoQuestionIsDropped() {
        ByteBuffer mad = asker.question(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 1).toBytes();
        mad.put(3, (byte) 0x81);
        assertEquals(110, asker.ask(mad).status());
    }

    @ParameterizedTest
    @CsvSource({
        "SDR, 1, 0",
        "DDR, 2, 0",
        "QDR, 4, 0",
        "FDR, 4, 1",
        "EDR, 4, 2",
        "HDR, 4, 4",
        "NDR, 4, 8",
        "XDR, 4, 0"
    })
    void everySpeedIsTold(LinkSpeed speed, int legacy, int extended) {
        FabricBuilder builder = new FabricBuilder("pair");
        var one = builder.node(new Guid(0x10), NodeType.CA, "", 1, 1, speed);
        var two = builder.node(new Guid(0x20), NodeType.CA, "", 1, 1, speed);
        builder.cable(one, 1, two, 1, LinkWidth.W2X, speed);
        SimulatedWorld pair = SimulatedWorld.of(builder.build(one, 1), SmallFabric.settings());
        try (Asker pairAsker = new Asker(pair)) {
            PortInfo port = pairAsker.portInfo(DirectedRoute.of(1), 1);
            assertEquals(legacy, port.linkSpeedActive());
            assertEquals(extended, port.linkSpeedExtActive());
            assertEquals(speed, port.activeSpeed(true).orElseThrow());
            assertEquals(16, port.linkWidthActive());
        }
        assertEquals(
                speed.code(),
                pair.verbsLibrary().queryPort(new PortId("mlx4_0", 1)).attributes().activeSpeed());
    }
}
