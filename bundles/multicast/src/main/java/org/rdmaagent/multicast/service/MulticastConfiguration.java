// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** The keys of {@code org.rdmaagent.multicast.sa}; texts, so that a wrong one can be reported. */
@ComponentPropertyType
@interface MulticastConfiguration {
    /**
     * The SM_Key of the subnet manager (OpenSM: {@code sa_key}), 64 bits, decimal or with 0x; 0 if
     * it is not known. Without it the administration tells groups, but not who is in them.
     */
    String smKey() default "0";
}
