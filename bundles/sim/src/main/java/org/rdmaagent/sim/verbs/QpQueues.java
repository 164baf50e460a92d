// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a queue pair is made of.
 *
 * @param pd null for the target of XRC
 * @param domain only for the target of XRC
 * @param sendCq null for the target of XRC
 * @param recvCq null for both halves of XRC
 * @param srq null if it has receives of its own
 */
record QpQueues(
        @Nullable SimulatedPd pd,
        @Nullable SimulatedXrcd domain,
        @Nullable SimulatedCq sendCq,
        @Nullable SimulatedCq recvCq,
        @Nullable SimulatedSrq srq) {
    private void each(Consumer<SimulatedObject> visitor) {
        if (pd != null) {
            visitor.accept(pd);
        }
        if (domain != null) {
            visitor.accept(domain);
        }
        if (sendCq != null) {
            visitor.accept(sendCq);
        }
        if (recvCq != null) {
            visitor.accept(recvCq);
        }
        if (srq != null) {
            visitor.accept(srq);
        }
    }

    /** Whether completions go there. */
    boolean uses(SimulatedCq cq) {
        return sendCq == cq || recvCq == cq;
    }

    /** The completion queues, each once. */
    Set<SimulatedCq> completionQueues() {
        Set<SimulatedCq> all = new LinkedHashSet<>();
        Stream.of(Optional.ofNullable(sendCq), Optional.ofNullable(recvCq))
                .flatMap(Optional::stream)
                .forEach(all::add);
        return all;
    }

    /** All of them must be usable. */
    void require(String call) {
        each(object -> object.requireUsable(call));
    }

    void usedBy(SimulatedQp qp) {
        each(object -> object.usedBy(qp));
    }

    void freedBy(SimulatedQp qp) {
        each(object -> object.freedBy(qp));
    }
}
