// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

class ArenaTest {
    private static final long PAGE = HostMemory.pageBytes();
    private static final int PAGES = 4096;

    private static Arena arena(int node, boolean fallback) throws NoBufferException {
        return Arena.map(new AllocatorPlan("arena", PAGES * PAGE, false, node, fallback), node);
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "-1, false", "0, true"})
    void everyPageIsThereBeforeTheFirstIsGiven(int node, boolean fallback)
            throws NoBufferException, IOException {
        Arena arena = arena(node, fallback);
        assertEquals(PAGES, pagesThere(arena.take(PAGES * PAGE).address()));
        arena.unmap();
    }

    /** As proc_pid_pagemap(5) has it: 8 bytes a page, of which the highest bit says so. */
    private static int pagesThere(long address) throws IOException {
        int there = 0;
        try (RandomAccessFile map = new RandomAccessFile("/proc/self/pagemap", "r")) {
            map.seek(address / PAGE * Long.BYTES);
            byte[] rows = new byte[PAGES * Long.BYTES];
            map.readFully(rows);
            for (int i = Long.BYTES - 1; i < rows.length; i += Long.BYTES) {
                there += rows[i] < 0 ? 1 : 0;
            }
        }
        return there;
    }

    @Test
    void whatComesBackIsGivenAgain() throws NoBufferException {
        Arena arena = arena(-1, true);
        Lot all = arena.take(PAGES * PAGE);
        all.giver().takeBack(all.address(), PAGES * PAGE);
        assertEquals(all.address(), arena.take(PAGE).address());
        arena.unmap();
    }
}
