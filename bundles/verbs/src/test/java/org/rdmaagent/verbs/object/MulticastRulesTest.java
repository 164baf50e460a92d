// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;

class MulticastRulesTest {
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 9);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Session session = host.session();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // device | type | prefix of the GID | second half | LID | answer
                "mlx4_0 | UD | ff12401bffff0000 | 9            | 49152 | ",
                "mlx4_0 | UD | ff12401bffff0000 | 9            | 65534 | ",
                "mlx4_0 | RC | ff12401bffff0000 | 9            | 49152 | only a datagram queue"
                        + " pair",
                "mlx4_0 | UC | ff12401bffff0000 | 9            | 49152 | and this is UC",
                "mlx4_0 | UD | fe80000000000000 | 9            | 49152 | is no multicast GID",
                "mlx4_0 | UD | 0                | 0            | 49152 | is no multicast GID",
                "mlx4_0 | UD | 0                | ffff0a000001 | 49152 | is no multicast GID",
                "mlx4_0 | UD | ff12401bffff0000 | 9            | 49151 | not 49151",
                "mlx4_0 | UD | ff12401bffff0000 | 9            | 65535 | not 65535",
                "mlx4_0 | UD | ff12401bffff0000 | 9            | 0     | lies in 49152..65534",
                "rxe0   | UD | 0                | ffffe0010203 | 0     | ",
                "rxe0   | UD | ff12401bffff0000 | 9            | 7     | ",
                "rxe0   | RC | ff12401bffff0000 | 9            | 0     | only a datagram queue"
                        + " pair",
                "rxe0   | UD | 0                | ffffc0010203 | 0     | is no multicast GID",
            })
    void everyRuleHasItsOwnAnswer(
            String device, QpType type, String prefix, String half, int lid, String answer) {
        QueuePair pair = SimulatedVerbsWorld.pair(session.open(device, "work"), "pair", type);
        if (type == QpType.UD) {
            SimulatedVerbsWorld.bringUp(pair);
        }
        Gid group = new Gid(Long.parseUnsignedLong(prefix, 16), Long.parseUnsignedLong(half, 16));
        if (answer == null) {
            pair.attachMulticast(group, new Lid(lid));
            assertEquals(List.of(new MulticastAttachment(group, new Lid(lid))), pair.attachments());
            return;
        }
        RdmaException error =
                assertThrows(RdmaException.class, () -> pair.attachMulticast(group, new Lid(lid)));
        assertEquals("EINVAL", error.errno().name());
        assertEquals("ibv_attach_mcast", error.call());
        assertTrue(error.remedy().contains(answer), error.remedy());
        assertSaysWhatElseIsNeeded(error);
        assertEquals(List.of(), pair.attachments());
    }

    @ParameterizedTest
    @CsvSource({"95,has no multicast", "12,is full", "19,;"})
    void otherRefusalsHaveTheirAnswersToo(int errno, String answer) {
        QueuePair pair = SimulatedVerbsWorld.readyPair(session.open("mlx4_0", "work"), "pair");
        host.faults.failNext("mlx4_0", "ibv_attach_mcast", errno, 1);
        RdmaException error =
                assertThrows(
                        RdmaException.class, () -> pair.attachMulticast(GROUP, new Lid(0xc000)));
        assertEquals(errno, error.errno().number());
        assertTrue(error.remedy().contains(answer), error.remedy());
        assertSaysWhatElseIsNeeded(error);
    }

    private static void assertSaysWhatElseIsNeeded(RdmaException error) {
        assertTrue(
                error.remedy()
                        .contains(
                                "the subnet administration must have created the group and the port"
                                        + " must be a member"),
                error.remedy());
    }

    @Test
    void twiceIsOnceAndAStrangerCannotBeDetached() {
        DeviceContext context = session.open("mlx4_0", "work");
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        pair.attachMulticast(GROUP, new Lid(0xc000));
        pair.attachMulticast(GROUP, new Lid(0xc000));
        assertEquals(1, pair.attachments().size());
        RdmaException stranger =
                assertThrows(
                        RdmaException.class, () -> pair.detachMulticast(GROUP, new Lid(0xc001)));
        assertEquals("EINVAL", stranger.errno().name());
        assertTrue(
                stranger.remedy().contains("attached are " + GROUP + " with LID 49152"),
                stranger.remedy());
        pair.detachMulticast(GROUP, new Lid(0xc000));
        RdmaException none =
                assertThrows(
                        RdmaException.class, () -> pair.detachMulticast(GROUP, new Lid(0xc000)));
        assertTrue(none.remedy().contains("attached are none"), none.remedy());
    }
}
