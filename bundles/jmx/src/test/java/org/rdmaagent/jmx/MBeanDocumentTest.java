// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.verbs.QpType;

/** Holds docs/mbeans.md and the MBeans together, and sees that nothing is without a text. */
class MBeanDocumentTest {
    private final AgentInMemory world = AgentInMemory.running();

    MBeanDocumentTest() {
        world.verbs.pairs.add(new MemoryPair("mlx4_0", 72, QpType.UD));
        world.dataPlane.with("feed");
        world.beans.bindDataPlane(world.dataPlane);
        world.beans.bindMulticast(world.multicast);
        world.beans.bindMlx4(world.mlx4);
        world.beans.doWork();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rdma:type=Agent",
                "rdma:type=Device,device=mlx4_0",
                "rdma:type=Port,device=mlx4_0,port=1",
                "rdma:type=Fabric,device=mlx4_0,port=1",
                "rdma:type=QueuePair,device=mlx4_0,qpn=72",
                "rdma:type=DataPlane",
                "rdma:type=PollLoop,name=feed",
                "rdma:type=Multicast",
                "rdma:type=Mlx4Context,device=mlx4_0"
            })
    void everythingHasAText(String name) throws Exception {
        MBeanInfo info = world.server.getMBeanInfo(new ObjectName(name));
        assertFalse(info.getDescription().startsWith("Information on"), name);
        for (MBeanAttributeInfo attribute : info.getAttributes()) {
            assertNotEquals(attribute.getName(), attribute.getDescription());
        }
        for (MBeanOperationInfo operation : info.getOperations()) {
            assertNotEquals(operation.getName(), operation.getDescription());
            assertNotEquals(MBeanOperationInfo.UNKNOWN, operation.getImpact());
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                assertFalse(parameter.getName().matches("p\\d+|arg\\d+"), parameter.getName());
                assertNotEquals(parameter.getName(), parameter.getDescription());
            }
        }
    }

    @Test
    void theDocumentIsWhatTheMBeansSay() throws Exception {
        String text = new MBeanDocument(world.server).text();
        Path file = root().resolve("docs/mbeans.md");
        if (Boolean.getBoolean("rdma.rewriteDocs")) {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
        }
        assertEquals(
                text,
                read(file),
                "docs/mbeans.md is not what the code says; rewrite it with"
                        + " -Drdma.rewriteDocs=true");
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not in the project");
        }
        return folder;
    }
}
