// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;

/** An address handle. */
final class LeasedAh extends LeasedObject<AhHandle> implements AddressHandle {
    LeasedAh(Session session, AhHandle handle) {
        super(session, handle);
    }

    @Override
    public AhAttributes attributes() {
        return handle().attributes();
    }
}
