// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** The keys of {@code org.rdmaagent.verbs}; texts, so that a wrong one can be reported. */
@ComponentPropertyType
@interface VerbsConfiguration {
    /** Whether each device is kept open for its asynchronous events, true or false. */
    String events() default "true";
}
