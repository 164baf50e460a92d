// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Is told what happens to the poll loops; register it as a service. Called on a thread of its own.
 */
@ConsumerType
public interface LoopListener {
    /** Something happened. */
    void onLoopEvent(LoopEvent event);
}
