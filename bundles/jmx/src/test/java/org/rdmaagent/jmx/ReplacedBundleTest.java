// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.SweepState;

/** What a client reads while, and just after, a bundle behind the MBeans is replaced. */
class ReplacedBundleTest {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";
    private static final String NOT_SWEPT_AGAIN =
            "no sweep yet since the fabric bundle was replaced; the results are those of before";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryFabric next =
            new MemoryFabric().with(AgentInMemory.MLX).with(new PortId("mlx4_0", 2));

    @Test
    void theResultsStayUntilTheNewBundleHasSwept() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.unbindFabric(world.fabric);
        world.fabric.result = null;
        assertRestarting("fabric", () -> world.get(FABRIC, "SwitchCount"));
        world.beans.bindFabric(next);
        assertShown(2, NOT_SWEPT_AGAIN);
        next.error = "EACCES";
        assertShown(2, "EACCES");
        next.error = "";
        world.invoke(FABRIC, "discover");
        assertShown(0, "");
    }

    @Test
    void theResultsStayAlsoWhenTheNewBundleIsBoundFirst() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.bindFabric(next);
        world.beans.unbindFabric(world.fabric);
        assertShown(2, NOT_SWEPT_AGAIN);
    }

    @Test
    void theResultsStayWhenTheNextBundleGoesBeforeItHasSwept() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.bindFabric(next);
        world.beans.bindFabric(new MemoryFabric().with(AgentInMemory.MLX));
        assertShown(2, NOT_SWEPT_AGAIN);
    }

    @Test
    void aSweepThatEndsWhileItsBundleGoesCounts() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.unbindFabric(world.fabric);
        world.beans.swept(
                new SweepState(AgentInMemory.MLX, "sim", false, MemoryFabric.topology(1), ""));
        world.beans.bindFabric(next);
        assertShown(1, NOT_SWEPT_AGAIN);
    }

    @Test
    void aNewResultThatIsDestroyedByOthersDoesNotUncoverTheOldOne() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.bindFabric(next);
        next.result = MemoryFabric.topology(0);
        world.beans.swept(new SweepState(AgentInMemory.MLX, "sim", false, next.result, ""));
        next.destroy(AgentInMemory.MLX);
        assertEquals("no sweep yet", world.get(FABRIC, "LastError"));
        assertEquals(0, world.get(FABRIC, "SwitchCount"));
    }

    @Test
    void destroyForgetsTheResultsOfBefore() throws Exception {
        world.fabric.result = MemoryFabric.topology(2);
        world.beans.bindFabric(next);
        world.invoke(FABRIC, "destroy");
        assertEquals("no sweep yet", world.get(FABRIC, "LastError"));
        assertEquals(0, world.get(FABRIC, "SwitchCount"));
    }

    @Test
    void anExportBeforeTheNewBundleHasSweptSaysRestarting() {
        world.fabric.result = MemoryFabric.topology(0);
        world.beans.bindFabric(next);
        assertRestarting("fabric", () -> world.invoke(FABRIC, "export", "json"));
    }

    @Test
    void whoWaitsForASweepThatIsCancelledHearsRestarting() {
        world.fabric.beforeSweep = () -> world.beans.unbindFabric(world.fabric);
        world.fabric.nextSweep =
                CompletableFuture.failedFuture(
                        new RdmaException("discover", Errno.of(125), "mlx4_0/1", "stopping"));
        assertRestarting("fabric", () -> world.invoke(FABRIC, "discover"));
    }

    @Test
    void aBundleThatGoesWhileItIsAskedIsNotQuotedButSaysRestarting() {
        world.devices.beforeAnswer =
                () -> {
                    world.beans.unbindDevices(world.devices);
                    throw new RdmaException(
                            "ibv_query_port", Errno.of(19), "mlx4_0/1", "see Agent");
                };
        assertRestarting("verbs", () -> world.get("rdma:type=Port,device=mlx4_0,port=1", "State"));
    }

    private void assertShown(int failedPaths, String lastError) throws Exception {
        assertEquals(1, world.get(FABRIC, "SwitchCount"));
        assertEquals(2, world.get(FABRIC, "CaCount"));
        assertEquals("2026-01-01T12:00:00Z", world.get(FABRIC, "LastSweepAt"));
        assertEquals(failedPaths == 0, world.get(FABRIC, "Complete"));
        assertEquals(failedPaths, ((Object[]) world.get(FABRIC, "FailedPaths")).length);
        assertEquals(1, ((Object[]) world.get(FABRIC, "Problems")).length);
        assertEquals(lastError, world.get(FABRIC, "LastError"));
    }

    private static void assertRestarting(String bundle, Executable question) {
        RuntimeMBeanException error = assertThrows(RuntimeMBeanException.class, question);
        assertEquals(IllegalStateException.class, error.getTargetException().getClass());
        String start = "restarting: the " + bundle + " bundle ";
        String text = String.valueOf(error.getTargetException().getMessage());
        assertEquals(start, text.substring(0, Math.min(start.length(), text.length())));
    }
}
