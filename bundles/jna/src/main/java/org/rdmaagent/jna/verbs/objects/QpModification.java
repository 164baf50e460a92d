// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvQpAttr;
import org.rdmaagent.jna.verbs.structs.QpAttrStruct;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;

/** {@code ibv_modify_qp(3)}; a way to RESET ends the receive ring and what the pair left behind. */
final class QpModification {
    private static final String MODIFY = "ibv_modify_qp";

    private final NativeQp pair;
    private final QpAttributes attributes;

    QpModification(NativeQp pair, QpAttributes attributes) {
        this.pair = pair;
        this.attributes = attributes;
    }

    void run() {
        boolean reset =
                attributes.mask().contains(QpAttribute.STATE)
                        && attributes.qpState() == QpState.RESET;
        if (reset && pair.queues().leaveStale()) {
            resetExclusively();
            return;
        }
        PostedRing ended = reset ? pair.endRing() : null;
        if (ended == null) {
            modify();
            return;
        }
        // The adapter forgets what is posted: nobody may post the rest of the ring any more.
        try {
            pair.queues().awaitLetGo(pair);
            modify();
        } catch (RdmaException e) {
            pair.keepRing(ended);
            throw e;
        }
    }

    /**
     * Nobody consumes its queues meanwhile: what it has left there is of no pair afterwards. Nor is
     * one of them opened: who does that holds the queue and waits for its pairs.
     */
    private void resetExclusively() {
        synchronized (pair.registry().admission()) {
            pair.with(
                    MODIFY,
                    qp -> {
                        pair.queues().exclusively(MODIFY, pair, this::resetAndDisown);
                        return 0;
                    });
        }
        pair.changed();
    }

    private void resetAndDisown() {
        modify();
        pair.queues().disown(pair);
        PostedRing unused = pair.endRing();
    }

    private void modify() {
        pair.with(
                MODIFY,
                qp -> {
                    try (CStruct struct = CStruct.allocate(IbvQpAttr.SIZE)) {
                        QpAttrStruct.write(attributes, struct);
                        int mask = attributes.maskCode();
                        int errno =
                                NativeObject.errno(
                                        ObjectCalls.ibv_modify_qp(qp, struct.pointer(), mask));
                        if (errno != 0) {
                            String arguments =
                                    Transitions.explain(
                                            pair.init().type(), pair.stateNow(), attributes);
                            throw pair.failed(MODIFY, errno, Remedy.of(errno, arguments));
                        }
                        return mask;
                    }
                });
    }
}
