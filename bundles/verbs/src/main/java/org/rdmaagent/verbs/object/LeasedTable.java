// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.verbs.ReceiveIndirectionTable;
import org.rdmaagent.verbs.WorkQueue;

/** A table of work queues. */
final class LeasedTable extends LeasedObject<RwqTableHandle> implements ReceiveIndirectionTable {
    LeasedTable(Session session, RwqTableHandle handle) {
        super(session, handle);
    }

    @Override
    public int number() {
        return handle().number();
    }

    @Override
    public List<WorkQueue> queues() {
        return handle().queues().stream()
                .<WorkQueue>map(queue -> new LeasedWq(session(), queue))
                .toList();
    }
}
