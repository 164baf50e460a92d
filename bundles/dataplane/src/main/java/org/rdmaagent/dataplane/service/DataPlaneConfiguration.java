// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** The keys of {@code org.rdmaagent.dataplane}; texts, so that a wrong one can be reported. */
@ComponentPropertyType
@interface DataPlaneConfiguration {
    /** Whether all memory of the process is kept in RAM ({@code mlockall(2)}), true or false. */
    String lockMemory() default "false";
}
