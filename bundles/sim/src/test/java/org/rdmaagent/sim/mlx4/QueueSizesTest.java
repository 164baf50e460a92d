// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.spi.mlx4.QpLayout.WorkRing;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** Queues have the sizes that libmlx4 gives them. */
class QueueSizesTest {
    @ParameterizedTest
    @CsvSource({"127, 4096", "1023, 32768", "2047, 65536", "0, 4096"})
    void completionQueuesAreWholePages(int cqe, long bytes) {
        assertEquals(new Need(Purpose.CQ, bytes, Doorbell.CQ), QueueSizes.cq(Purpose.CQ, cqe));
    }

    @Test
    void aResizedQueueKeepsItsDoorbellRecord() {
        assertEquals(
                new Need(Purpose.RESIZE, 4096, Doorbell.NONE), QueueSizes.cq(Purpose.RESIZE, 127));
    }

    @ParameterizedTest
    @CsvSource({"15, 1, 512", "127, 2, 8192", "0, 0, 32", "1, 31, 1024"})
    void sharedReceiveQueuesAreAsTheyAre(int granted, int maxSge, long bytes) {
        assertEquals(new Need(Purpose.SRQ, bytes, Doorbell.RQ), QueueSizes.srq(granted, maxSge));
    }

    @ParameterizedTest
    @CsvSource({"10, 1, 4096", "256, 1, 8192", "64, 4, 8192", "1, 1, 4096"})
    void workQueuesHaveASendQueueOfOne(int maxWr, int maxSge, long bytes) {
        assertEquals(
                new Need(Purpose.WQ, bytes, Doorbell.RQ),
                QueueSizes.wq(new WqInit(WqType.RQ, maxWr, maxSge)));
    }

    @ParameterizedTest
    @CsvSource({
        // type, sends, receives, segments of each, inline; bytes, places and log2 of a send's bytes
        "UD, 64, 64, 1, 1, 0, 20480, 128, 7",
        "RC, 64, 64, 1, 1, 0, 12288, 128, 6",
        "UC, 64, 64, 1, 1, 0, 12288, 128, 6",
        "RC, 16, 16, 1, 16, 0, 8192, 64, 6",
        "RC, 64, 0, 1, 0, 0, 8192, 128, 6",
        "XRC_SEND, 1, 0, 1, 0, 0, 4096, 64, 6",
        "UD, 1, 1, 1, 1, 928, 8192, 4, 10",
        "RC, 1, 1, 32, 32, 0, 8192, 4, 10",
    })
    void queuePairsHaveRoomForWhatTheDeviceReadsAhead(
            QpType type,
            int sends,
            int receives,
            int sendSge,
            int recvSge,
            int inline,
            long bytes,
            int entries,
            int shift) {
        QpInit init = new QpInit(type, sizes(sends, receives, sendSge, recvSge, inline), false);
        assertEquals(bytes, QueueSizes.qp(init).bytes());
        assertEquals(entries, QueueSizes.send(init).entries());
        assertEquals(shift, QueueSizes.send(init).entryShift());
        assertEquals(receives == 0 ? Doorbell.NONE : Doorbell.RQ, QueueSizes.qp(init).doorbell());
    }

    private static QpCapabilities sizes(
            int sends, int receives, int sendSge, int recvSge, int inline) {
        return new QpCapabilities(sends, receives, sendSge, recvSge, inline);
    }

    @Test
    void theLargerEntriesLieFirst() {
        QpInit wide = new QpInit(QpType.RC, sizes(16, 16, 1, 16, 0), false);
        assertEquals(new WorkRing(16, 8, 0), QueueSizes.receive(wide));
        assertEquals(new WorkRing(64, 6, 4096), QueueSizes.send(wide));
        QpInit narrow = new QpInit(QpType.UD, sizes(64, 64, 1, 1, 0), false);
        assertEquals(new WorkRing(128, 7, 0), QueueSizes.send(narrow));
        assertEquals(new WorkRing(64, 4, 16384), QueueSizes.receive(narrow));
    }

    @Test
    void theTargetOfXrcHasNoQueues() {
        QpInit target = new QpInit(QpType.XRC_RECV, sizes(8, 0, 1, 0, 0), false);
        assertEquals(new Need(Purpose.QP, 0, Doorbell.NONE), QueueSizes.qp(target));
    }
}
