// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** The keys of {@code org.rdmaagent.verbs}; texts, so that a wrong number can be reported. */
@ComponentPropertyType
@interface CounterConfiguration {
    /** The folder that sysfs is mounted on. */
    String sysfsRoot() default CounterSettings.DEFAULT_ROOT;

    /** How old a snapshot may be to be given out again, milliseconds, 0 to 3600000. */
    String maxAgeMillis() default CounterSettings.DEFAULT_MAX_AGE_MILLIS;
}
