// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * Who is to poll a queue.
 *
 * @param wish what is configured
 * @param asked who can do that; null if nobody can
 * @param best who polls it otherwise
 * @param missing why nobody can; empty if somebody can
 */
record PortChoice(
        PortWish wish, @Nullable CompletionPorts asked, CompletionPorts best, String missing) {
    /** What nobody asked for. */
    private static final String STAYS =
            "it stays direct although port = auto: a loop has read it directly before, and the"
                    + " library cannot have it back; to poll it another way remove the files of"
                    + " its queue pairs and put them back";

    private static final Errno EOPNOTSUPP = Errno.of(95);
    private static final Errno EBUSY = Errno.of(16);

    /**
     * A queue's port.
     *
     * @param port it
     * @param by who opened it
     * @param refusal why it is not the one that was asked for, and what it is; empty if it is
     * @param remark why it is one that is not chosen otherwise; empty if there is nothing to say
     */
    record Opened(CompletionPort port, CompletionPorts by, String refusal, String remark) {}

    /**
     * Opens a queue: as it is asked for, else as well as it can be.
     *
     * @param holder for whom, for messages to others
     * @throws RdmaException it cannot be polled at all
     */
    Opened open(PolledQueue queue, String holder) {
        CompletionPorts source = asked;
        if (source == null) {
            return otherwise(queue, holder, missing);
        }
        try {
            CompletionPort port = source.open(queue, holder, wish.way());
            boolean stays = wish.equals(PortWish.AUTO) && port.kind().equals(PortWish.DIRECT);
            return new Opened(port, source, "", stays ? STAYS : "");
        } catch (RdmaException e) {
            // Where another port has the queue the second attempt says so, too.
            boolean other = e.errno().equals(EOPNOTSUPP) || e.errno().equals(EBUSY);
            if (!other || wish.equals(PortWish.AUTO)) {
                throw e;
            }
            return otherwise(queue, holder, String.valueOf(e.getMessage()));
        }
    }

    private Opened otherwise(PolledQueue queue, String holder, String why) {
        CompletionPort port = best.open(queue, holder);
        return new Opened(
                port,
                best,
                "asked for " + wish.text() + ": " + why + "; it is polled as " + port.kind(),
                "");
    }
}
