// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmNotice;

/**
 * An event that waits in a channel.
 *
 * @param join what it is about; null if about the id
 * @param taken what becomes true when somebody takes the event: the library learns it only then
 */
record Told(
        CmEventType type,
        Errno status,
        SimulatedCmId id,
        @Nullable SimulatedJoin join,
        Optional<JoinedGroup> joined,
        Runnable taken) {
    static Told of(CmEventType type, SimulatedCmId id, Runnable taken) {
        return new Told(type, Errno.NONE, id, null, Optional.empty(), taken);
    }

    static Told joined(SimulatedJoin join, JoinedGroup answer) {
        return new Told(
                CmEventType.MULTICAST_JOIN,
                Errno.NONE,
                join.id(),
                join,
                Optional.of(answer),
                () -> join.answer(Optional.of(answer)));
    }

    static Told failed(SimulatedJoin join, int errno) {
        return new Told(
                CmEventType.MULTICAST_ERROR,
                Errno.of(errno),
                join.id(),
                join,
                Optional.empty(),
                () -> join.answer(Optional.empty()));
    }

    /** Takes it. */
    CmNotice take() {
        taken.run();
        return new CmNotice(
                type,
                type.code(),
                status,
                id,
                Optional.ofNullable(join).map(SimulatedJoin::group),
                joined);
    }
}
