// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappedFilesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "libibumad.so.3|7f r-xp 0 08:01 1 /usr/lib/x/libibumad.so.3.2.44.0|3.2.44.0",
                "libibumad.so.3|7f r-xp 0 08:01 1 /opt/libibumad.so.3|3",
                "libibumad.so.3|7f r-xp 0 08:01 1 /usr/lib/libibumad.so.3.1 (deleted)|3.1",
                "libibumad.so.3|7f r-xp 0 08:01 1 /usr/lib/libibverbs.so.1.14.44.0|''",
                "libibverbs.so.1|7f r-xp 0 08:01 1 /usr/lib/libibverbs.so.1.14.44.0|1.14.44.0",
                "libibverbs.so.1|7f rw-p 0 00:00 0|''",
                "libibverbs.so.1|''|''",
                "libibverbs|7f r-xp 0 08:01 1 /usr/lib/libibverbs.so.1|''",
            })
    void theVersionIsTheEndOfTheMappedFilesName(String soname, String maps, String version) {
        assertEquals(version, MappedFiles.version(soname, maps + "\n"));
    }
}
