// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.RdmaCmEvent;
import org.rdmaagent.jna.layout.RdmaCmId;
import org.rdmaagent.jna.layout.RdmaUdParam;
import org.rdmaagent.jna.verbs.structs.AhStruct;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.QpNumber;

/** Events in memory that was filled in as the library does. */
class CopiedEventTest {
    private static final Gid MGID = new Gid(0xff12_401b_ffff_0000L, 0x0000_0000_ef01_0203L);
    private static final GlobalRoute ROUTE = new GlobalRoute(MGID, 0, 3, 1, 0);

    private final CStruct event = CStruct.allocate(RdmaCmEvent.SIZE);
    private final CStruct id = CStruct.allocate(RdmaCmId.SIZE);

    @AfterEach
    void free() {
        event.close();
        id.close();
    }

    private CStruct fill(CmEventType type, int status, long context) {
        event.put(RdmaCmEvent.ID, id.pointer())
                .put(RdmaCmEvent.EVENT, type.code())
                .put(RdmaCmEvent.STATUS, status);
        id.put(RdmaCmId.PORT_NUM, 2);
        CStruct datagrams = event.part(RdmaCmEvent.UD);
        return datagrams.put(RdmaUdParam.PRIVATE_DATA, new Pointer(context));
    }

    @Test
    void aJoinTellsItsGroupAndItsWay() {
        AhAttributes way = new AhAttributes(Optional.of(ROUTE), new Lid(0xc012), 3, 0, 2, 1);
        CStruct datagrams = fill(CmEventType.MULTICAST_JOIN, 0, 77);
        datagrams.put(RdmaUdParam.QP_NUM, 0xffffff).put(RdmaUdParam.QKEY, 0x8123_4567L);
        AhStruct.write(way, datagrams.part(RdmaUdParam.AH_ATTR));
        CopiedEvent copied = CopiedEvent.read(event);
        assertEquals(Pointer.nativeValue(id.pointer()), copied.id());
        assertEquals(77, copied.join());
        assertEquals(
                Optional.of(
                        new JoinedGroup(
                                MGID, new Lid(0xc012), 0x8123_4567, QpNumber.MULTICAST, way)),
                copied.joined());
    }

    @Test
    void aPortThatWasLeftOutIsTheIds() {
        AhAttributes way = new AhAttributes(Optional.of(ROUTE), Lid.NONE, 0, 0, 0, 0);
        AhStruct.write(way, fill(CmEventType.MULTICAST_JOIN, 0, 1).part(RdmaUdParam.AH_ATTR));
        assertEquals(2, CopiedEvent.read(event).joined().orElseThrow().address().portNum());
    }

    @Test
    void anErrorNamesItsJoinAndItsReason() {
        fill(CmEventType.MULTICAST_ERROR, -102, 78);
        CopiedEvent copied = CopiedEvent.read(event);
        assertEquals(CmEventType.MULTICAST_ERROR, copied.type());
        assertEquals(-102, copied.status());
        assertEquals(78, copied.join());
        assertTrue(copied.joined().isEmpty());
    }

    @Test
    void whatIsNotAboutGroupsNamesNone() {
        // The private data of these is something else, or nothing.
        fill(CmEventType.ADDR_RESOLVED, 0, 79);
        assertEquals(0, CopiedEvent.read(event).join());
        event.put(RdmaCmEvent.EVENT, 15);
        CopiedEvent strange = CopiedEvent.read(event);
        assertEquals(CmEventType.OTHER, strange.type());
        assertEquals(15, strange.code());
        assertEquals(0, strange.join());
    }

    @Test
    void anythingThatTheLibraryLeavesCanBeRead() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] bytes = new byte[RdmaCmEvent.SIZE];
        for (int i = 0; i < 2000; i++) {
            random.nextBytes(bytes);
            event.pointer().write(0, bytes, 0, bytes.length);
            event.put(RdmaCmEvent.ID, id.pointer())
                    .put(RdmaCmEvent.EVENT, CmEventType.MULTICAST_JOIN.code());
            id.put(RdmaCmId.PORT_NUM, random.nextInt());
            try {
                CopiedEvent.read(event);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
