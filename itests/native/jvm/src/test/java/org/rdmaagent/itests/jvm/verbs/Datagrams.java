// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.util.List;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Work for a datagram queue pair. */
final class Datagrams {
    private Datagrams() {}

    /** Posts so many datagrams to the pair itself, and room for them. */
    static void toItself(Bench bench, QpHandle qp, int count) {
        MrHandle memory = bench.memory(4096);
        AhHandle ah = bench.pd.createAh(bench.name(), AhAttributes.local(bench.lid(), Bench.PORT));
        SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
        for (int i = 0; i < count; i++) {
            Bench.receive(qp, new ReceiveRequest(i, List.of(Bench.segment(memory, 2048, 2048))));
            Bench.send(
                    qp, SendRequest.datagram(100 + i, List.of(Bench.segment(memory, 0, 64)), to));
        }
    }
}
