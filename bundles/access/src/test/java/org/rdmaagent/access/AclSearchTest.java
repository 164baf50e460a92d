// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AclSearchTest {
    @Test
    void theTypeComesFirstThenTheOtherKeysAsWritten() throws Exception {
        assertEquals(
                List.of(
                        "jmx.acl.rdma.Port.mlx4_0.1",
                        "jmx.acl.rdma.Port.mlx4_0",
                        "jmx.acl.rdma.Port",
                        "jmx.acl.rdma",
                        "jmx.acl"),
                AclSearch.candidates(new ObjectName("rdma:device=mlx4_0,type=Port,port=1")));
    }

    @ParameterizedTest
    @CsvSource({
        "jmx.acl.rdma.Port.a, jmx.acl.rdma.Port.a",
        "jmx.acl.rdma.Port.b, jmx.acl.rdma.Port._",
        "jmx.acl.rdma.Queue.a, jmx.acl.rdma._.a",
        "jmx.acl.rdma.Queue.b, jmx.acl.rdma._._",
        "jmx.acl.other.Port.a, none",
        "jmx.acl.rdma, jmx.acl.rdma",
    })
    void whatIsWrittenGoesBeforeThePlaceholder(String candidate, String expected) {
        List<String> existing =
                List.of(
                        "jmx.acl.rdma._._",
                        "jmx.acl.rdma._.a",
                        "jmx.acl.rdma.Port._",
                        "jmx.acl.rdma.Port.a",
                        "jmx.acl.rdma");
        assertEquals(expected, AclSearch.match(candidate, existing).orElse("none"));
    }
}
