// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** The keys of {@code org.rdmaagent.jmx}; texts, so that a wrong number can be reported. */
@ComponentPropertyType
@interface JmxConfiguration {
    /** How often the MBeans are compared with the devices, seconds, 1 to 3600. */
    String reconcileSeconds() default "10";

    /** How long the answer of a device is kept for further attributes, ms, 0 to 10000. */
    String holdMillis() default "200";

    /** How long {@code discover()} waits for the end of a sweep, seconds, 1 to 86400. */
    String discoverWaitSeconds() default "600";
}
