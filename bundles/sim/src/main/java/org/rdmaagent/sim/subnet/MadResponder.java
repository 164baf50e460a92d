// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.MadAddress;

/** Whoever answers the MADs of one management class. Called with the subnet's lock held. */
public interface MadResponder {
    /**
     * An answer and when it comes.
     *
     * @param mad 256 bytes or more, position 0
     * @param latencyNanos after the question was sent
     */
    record Answer(ByteBuffer mad, long latencyNanos) {}

    /**
     * Answers a question.
     *
     * @param localPort the port that it leaves by, a number of {@link FabricGraph}
     * @param to where it goes
     * @param question 256 bytes, position 0; not kept
     * @return null if no answer ever comes
     * @throws org.rdmaagent.RdmaException if the driver refuses to send it
     */
    @Nullable Answer answer(int localPort, MadAddress to, ByteBuffer question);
}
