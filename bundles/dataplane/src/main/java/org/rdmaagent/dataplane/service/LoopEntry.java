// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has become of one configuration. Written under the lock of {@link Loops}. */
final class LoopEntry {
    private static final String NOT_IN_FORCE =
            "; the edit is not in force and the loop runs on as before";
    private static final Logger LOG = LoggerFactory.getLogger(LoopEntry.class);

    private final String name;
    private volatile @Nullable ManagedLoop loop;
    private volatile String refusal = "";
    private volatile String remark = "";

    LoopEntry(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Its loop; empty if it never said anything that could be. */
    Optional<ManagedLoop> loop() {
        return Optional.ofNullable(loop);
    }

    /** Why it is not in force, and which of its keys say nothing; empty if all is well. */
    String trouble() {
        return refusal.isEmpty() || remark.isEmpty() ? refusal + remark : refusal + "; " + remark;
    }

    void remark(Collection<String> unknown) {
        remark =
                unknown.isEmpty()
                        ? ""
                        : "unknown keys, passed over: "
                                + String.join(", ", unknown)
                                + "; correct or remove them";
        if (!remark.isEmpty()) {
            LOG.warn("{}{}.cfg: {}", Loops.FILE, name, remark);
        }
    }

    void apply(LoopPlan plan, ManagedLoop.Shared shared) {
        refusal = "";
        ManagedLoop present = loop;
        if (present == null) {
            ManagedLoop made = new ManagedLoop(plan, shared);
            loop = made;
            made.thread().start();
        } else {
            present.apply(plan);
        }
    }

    void refuse(String why) {
        refusal = loop == null ? why : why + NOT_IN_FORCE;
    }
}
