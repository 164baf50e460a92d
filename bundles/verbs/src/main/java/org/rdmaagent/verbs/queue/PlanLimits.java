// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.QpCapabilities;

/**
 * What a device tells of its limits, against a plan. Its port and the row of the P_Key table are
 * checked before; of the sizes only the driver knows the limits, so they are told when it refuses.
 */
final class PlanLimits {
    private static final String UNSUPPORTED = "EOPNOTSUPP";

    private PlanLimits() {}

    /**
     * Checks port and row ({@code ibv_query_device(3)}, {@code ibv_query_port(3)}).
     *
     * @throws IllegalArgumentException out of range; the message names key, value and range
     * @throws RdmaException ENODEV if there is no such device
     */
    static void check(VerbsLibrary library, QueuePairPlan plan) {
        String device = plan.port().device();
        int ports = library.queryDevice(device).attributes().physPortCnt();
        if (plan.port().port() > ports) {
            throw new IllegalArgumentException(
                    "port = "
                            + plan.port().port()
                            + ": the ports of "
                            + device
                            + " are 1.."
                            + ports);
        }
        // A port without a table takes row 0 only.
        int rows = Math.max(1, library.queryPort(plan.port()).attributes().pkeyTblLen());
        if (plan.pkeyIndex() >= rows) {
            throw new IllegalArgumentException(
                    "pkeyIndex = "
                            + plan.pkeyIndex()
                            + ": the rows of the P_Key table of "
                            + plan.port()
                            + " are 0.."
                            + (rows - 1));
        }
    }

    /** What was asked for and what the device tells, in the words of the file, after a refusal. */
    static String explain(VerbsLibrary library, QueuePairPlan plan, RdmaException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return switch (refusal.call()) {
            case "ibv_create_qp", "ibv_create_qp_ex" ->
                    text + "; asked for: " + sizes(library, plan) + queues(plan.queues(), refusal);
            case "ibv_create_cq", "ibv_create_cq_ex" ->
                    text
                            + "; asked for: "
                            + entries(plan.queues())
                            + " (the device has at most "
                            + told(library, plan).maxCqe()
                            + ")";
            case "ibv_reg_mr" ->
                    text
                            + "; asked for: receiveBytes = "
                            + plan.receiveBytes()
                            + ", maxRecvWr = "
                            + plan.init().capabilities().maxRecvWr()
                            + ", together "
                            + plan.ringBytes()
                            + " bytes of locked memory (memlock)";
            default -> text;
        };
    }

    private static String entries(PlanQueues queues) {
        String text = "completionEntries = " + queues.receives().entries();
        return queues.areOne()
                ? text
                : text
                        + ", and for sendCompletionQueue = "
                        + queues.sends().name()
                        + " "
                        + queues.sends().entries();
    }

    /** A queue that a poll loop reads directly takes no sends: then the keys must be at hand. */
    private static String queues(PlanQueues queues, RdmaException refusal) {
        return refusal.errno().name().equals(UNSUPPORTED)
                ? ", completionQueue = "
                        + queues.receives().name()
                        + ", sendCompletionQueue = "
                        + queues.sends().name()
                : "";
    }

    private static String sizes(VerbsLibrary library, QueuePairPlan plan) {
        QpCapabilities asked = plan.init().capabilities();
        DeviceAttributes most = told(library, plan);
        String text =
                "type = "
                        + plan.init().type()
                        + ", maxSendWr = "
                        + asked.maxSendWr()
                        + ", maxRecvWr = "
                        + asked.maxRecvWr()
                        + " (the device has at most "
                        + most.maxQpWr()
                        + "), maxSendSge = "
                        + asked.maxSendSge()
                        + ", maxRecvSge = "
                        + asked.maxRecvSge()
                        + " (at most "
                        + most.maxSge()
                        + "), maxInlineData = "
                        + asked.maxInlineData();
        return asked.maxInlineData() == 0
                ? text
                : text + " (devices do not tell their limit, often below 1024: try a smaller one)";
    }

    private static DeviceAttributes told(VerbsLibrary library, QueuePairPlan plan) {
        return library.queryDevice(plan.port().device()).attributes();
    }
}
