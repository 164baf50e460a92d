// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;

/** One context that is to be closed, so that it is opened anew; the state of the work on it. */
final class Reopening {
    private final DeviceContext context;
    private final String device;
    private final List<QueuePair> pairs;
    private String trouble = "";
    private boolean dropped;

    /** Of one that is open. */
    Reopening(DeviceContext context) {
        this.context = context;
        this.device = context.device();
        this.pairs =
                context.objects().stream()
                        .filter(QueuePair.class::isInstance)
                        .map(QueuePair.class::cast)
                        .toList();
    }

    DeviceContext context() {
        return context;
    }

    String name() {
        return context.name();
    }

    String device() {
        return device;
    }

    /** The numbers of the queue pairs that were on it at the beginning. */
    List<QpNumber> pairs() {
        return pairs.stream().map(QueuePair::number).toList();
    }

    /** And their names. */
    List<String> pairNames() {
        return pairs.stream().map(QueuePair::name).toList();
    }

    /** Whether it is closed, with everything on it. */
    boolean isClosed() {
        return !context.isOpen();
    }

    /** Why it is not closed yet, or not to be closed any more. */
    Optional<String> trouble() {
        return Optional.of(trouble).filter(text -> !text.isEmpty());
    }

    /** It is tried on; whether that is news. */
    boolean failed(List<String> failures) {
        String before = trouble;
        trouble =
                "it is to be opened anew and cannot be closed yet, trying on: "
                        + String.join("; ", failures);
        return !trouble.equals(before);
    }

    /** It stays as it is. */
    void drop(String why) {
        trouble = why;
        dropped = true;
    }

    /** Whether it is not to be closed any more. */
    boolean isDropped() {
        return dropped;
    }
}
