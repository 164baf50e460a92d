// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.BufferUse;

class BufferRouterTest {
    private static final long PAGE = HostMemory.pageBytes();

    private final FakeSource first = new FakeSource("first", 0x1000_0000);
    private final FakeSource second = new FakeSource("second", 0x2000_0000);
    private final BufferRouter router = new BufferRouter("mlx4_0 ctx case");

    private long made(String purpose, long bytes) {
        return Objects.requireNonNull(router.making(purpose, () -> router.allocate(bytes)));
    }

    @Test
    void aBufferGoesBackToWhoGaveIt() {
        router.choose(first, false);
        long old = made("cq", PAGE);
        router.choose(second, false);
        long young = made("cq", PAGE);
        assertEquals(List.of(old), first.live);
        assertEquals(List.of(young), second.live);
        router.free(old);
        router.free(young);
        router.free(0);
        assertTrue(first.live.isEmpty() && second.live.isEmpty());
    }

    @Test
    void anAllocatorIsClosedWithTheLastOfItsBuffers() {
        router.choose(first, false);
        long one = made("cq", PAGE);
        long two = made("cq", PAGE);
        router.choose(second, false);
        router.free(one);
        assertEquals(0, first.closes);
        router.free(two);
        assertEquals(1, first.closes);
        router.close();
        assertEquals(1, second.closes);
    }

    @Test
    void anAllocatorThatGaveNothingIsClosedAtOnce() {
        router.choose(first, false);
        first.refusal = "empty";
        assertThrows(RdmaException.class, () -> failing("ibv_create_cq"));
        router.choose(second, false);
        assertEquals(1, first.closes);
    }

    @Test
    void theSecondRequestOfAPageIsForDoorbells() {
        router.choose(first, false);
        router.making(
                "srq",
                () -> {
                    router.allocate(512);
                    return router.allocate(PAGE);
                });
        made("resize", 3 * PAGE);
        long unknown = router.allocate(PAGE);
        assertEquals(
                List.of(
                        new BufferUse("doorbell", PAGE, 1, 1),
                        new BufferUse("other", PAGE, 1, 1),
                        new BufferUse("resize", 3 * PAGE, 1, 1),
                        new BufferUse("srq", 512, 1, 1)),
                router.statistics().uses());
        assertEquals(6 * PAGE, router.statistics().liveBytes());
        router.free(unknown);
        assertEquals(5 * PAGE, router.statistics().liveBytes());
        assertEquals(6 * PAGE, router.statistics().peakBytes());
        assertEquals(1, router.statistics().frees());
    }

    private long failing(String call) {
        return Objects.requireNonNull(
                router.making(
                        "cq",
                        () -> {
                            if (router.allocate(2 * PAGE) == 0) {
                                throw new RdmaException(call, Errno.of(22), "mlx4_0 cq x", "");
                            }
                            return 1L;
                        }));
    }

    @Test
    void aRefusalIsNoMemoryAndSaysWhy() {
        router.choose(first, false);
        first.refusal = "it rains";
        RdmaException refusal = assertThrows(RdmaException.class, () -> failing("ibv_create_cq"));
        assertEquals("ENOMEM", refusal.errno().name());
        assertEquals("ibv_create_cq", refusal.call());
        assertTrue(refusal.remedy().contains("'first' gave no " + 2 * PAGE + " bytes: it rains"));
        assertEquals(1, router.statistics().failures());
        assertTrue(router.statistics().lastTrouble().contains("it rains"));
    }

    @Test
    void anotherFailureIsThrownAsItIs() {
        router.choose(first, false);
        RdmaException failure = new RdmaException("ibv_create_cq", Errno.of(22), "cq", "");
        RdmaException thrown =
                assertThrows(
                        RdmaException.class,
                        () ->
                                router.making(
                                        "cq",
                                        () -> {
                                            throw failure;
                                        }));
        assertEquals(failure, thrown);
    }

    @Test
    void nothingIsThrownIntoTheLibrary() {
        router.choose(first, false);
        first.throwsOnTake = true;
        assertEquals(0, made("cq", PAGE));
        first.throwsOnTake = false;
        long given = made("cq", PAGE);
        first.throwsOnBack = true;
        router.free(given);
        router.free(given);
        assertEquals(PAGE, router.statistics().lostBytes());
        assertEquals(0, router.statistics().frees());
        assertEquals(0, router.statistics().liveBuffers());
        router.choose(second, false);
        assertEquals(1, first.closes);
    }

    @Test
    void ordinaryPagesComeInItsPlaceWhereThatIsAllowed() {
        router.choose(first, true);
        first.refusal = "empty";
        long ordinary = made("cq", PAGE);
        assertNotEquals(0, ordinary);
        assertEquals(1, router.statistics().fallbacks());
        assertEquals(0, router.statistics().failures());
        router.free(ordinary);
        assertEquals(1, router.statistics().frees());
    }

    @Test
    void memoryThatIsInUseIsNotTakenAgain() {
        router.choose(first, false);
        long given = made("cq", 4 * PAGE);
        for (long address : List.of(given, given - PAGE, given + 3 * PAGE)) {
            first.again(address);
            assertEquals(0, made("cq", 2 * PAGE));
        }
        assertTrue(router.statistics().lastTrouble().contains("in use"));
        first.again(given + 4 * PAGE);
        assertNotEquals(0, made("cq", PAGE));
    }

    @Test
    void whatTheLibraryKeptGoesBackAtTheEnd() {
        router.choose(first, false);
        long unused = made("cq", PAGE);
        router.close();
        assertTrue(first.live.isEmpty());
        assertEquals(1, first.closes);
        assertEquals(0, router.statistics().liveBytes());
    }
}
