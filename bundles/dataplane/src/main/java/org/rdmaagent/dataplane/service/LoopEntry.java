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
    private final String file;
    private volatile @Nullable ManagedLoop loop;
    private @Nullable LoopPlan waiting;
    private volatile String refusal = "";
    private volatile String remark = "";

    LoopEntry(String name, String file) {
        this.name = name;
        this.file = file;
    }

    String name() {
        return name;
    }

    /** Where it comes from. */
    String file() {
        return file;
    }

    /** What it asks for while another configuration has a loop of its name. */
    @Nullable LoopPlan waiting() {
        return waiting;
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
            LOG.warn("{}: {}", file, remark);
        }
    }

    void apply(LoopPlan plan, ManagedLoop.Shared shared) {
        refusal = "";
        waiting = null;
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
        waiting = null;
        LOG.error("{}: {}", file, why);
        refusal = loop == null ? why : why + NOT_IN_FORCE;
    }

    /** It starts when the other configuration lets go of the name. */
    void await(LoopPlan plan, LoopEntry other) {
        refuse(
                file
                        + " is not in force, since "
                        + other.file()
                        + " has a loop of the name "
                        + name
                        + " already: give it another; it starts by itself when the other one goes");
        waiting = plan;
    }
}
