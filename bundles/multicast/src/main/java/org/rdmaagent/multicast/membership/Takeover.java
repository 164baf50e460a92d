// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.pair.NotYetException;
import org.rdmaagent.multicast.pair.PairContexts;
import org.rdmaagent.spi.cm.CmId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up what an earlier user of the lease left: ids with their groups, and contexts with their
 * queue pairs. The conductor's thread.
 */
final class Takeover {
    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    private final Ground ground;
    private boolean stale = true;

    Takeover(Ground ground) {
        this.ground = ground;
    }

    /** The lease was taken: its ids become memberships, or are closed. */
    void adopt() {
        List<CmId> ids = ground.tenancy().lease().ids();
        Set<String> names = ids.stream().map(CmId::name).collect(Collectors.toSet());
        for (MembershipCore core : ground.roster().all()) {
            if (core.hasId() && !names.contains(core.name())) {
                core.orphaned();
            }
        }
        for (CmId id : ids) {
            try {
                adopt(id, Adoption.of(id, ground.clock().millis()));
            } catch (IllegalArgumentException e) {
                LOG.warn(
                        "The id {} tells nothing of a membership ({}): closing it",
                        id.name(),
                        e.getMessage());
                id.close();
            }
        }
        stale = true;
        sweep();
    }

    private void adopt(CmId id, Adoption past) {
        Optional<MembershipCore> holder = ground.roster().holder(id.name());
        if (holder.isPresent()) {
            holder.get().reopen(id);
            return;
        }
        Optional<MembershipCore> present = ground.roster().find(id.name());
        if (present.isPresent() && !present.get().request().equals(past.request())) {
            // Somebody has asked for something else by this name meanwhile.
            id.close();
            return;
        }
        MembershipCore core =
                present.orElseGet(
                        () ->
                                ground.roster()
                                        .add(
                                                id.name(),
                                                any ->
                                                        new MembershipCore(
                                                                ground,
                                                                past.request(),
                                                                past.past().lasting())));
        core.adopt(id, past);
    }

    /** Verbs are there, or others than before. */
    void verbsCame() {
        stale = true;
        sweep();
    }

    /** Once the ids are known, and the verbs are there, what belongs to none of them is closed. */
    void sweep() {
        if (!stale || !ground.tenancy().isHeld()) {
            return;
        }
        try {
            for (String name : PairContexts.memberships(ground.verbs())) {
                if (!isNeeded(name)) {
                    LOG.info("The queue pair of {} was left behind: closing it", name);
                    ground.endings().end(name, () -> PairContexts.close(ground.verbs(), name));
                }
            }
            stale = false;
        } catch (NotYetException | RdmaException e) {
            // When the verbs are back.
        }
    }

    private boolean isNeeded(String name) {
        return ground.endings().isEnding(name)
                || ground.roster().all().stream()
                        .anyMatch(core -> core.name().equals(name) && core.needsPair());
    }
}
