// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The work queues among which packets are spread ({@code ibv_create_rwq_ind_table(3)}). */
@ProviderType
public interface ReceiveIndirectionTable extends VerbsObject {
    /** Its number on the device. */
    int number();

    /** The queues, in order; a power of two of them. */
    List<WorkQueue> queues();
}
