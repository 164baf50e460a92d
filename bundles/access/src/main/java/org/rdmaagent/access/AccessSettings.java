// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import org.osgi.service.component.annotations.ComponentPropertyType;

/** Keys of {@code etc/org.rdmaagent.access.cfg}, which explains them. */
@ComponentPropertyType
@interface AccessSettings {
    String PID = "org.rdmaagent.access";

    /** Further names of this host. */
    String[] allowedHosts() default {};

    /** Other sites that may call. */
    String[] allowedOrigins() default {};

    /** Longest body of a POST in bytes; a text, so that a wrong number can be reported. */
    String maxBodyBytes() default "1048576";

    /** {@code auto}, {@code on}, {@code off}. */
    String jmx() default "auto";

    /** Address to listen on for JMX over RMI. */
    String jmxHost() default "127.0.0.1";

    /** TCP port of registry and server; a text, so that a wrong number can be reported. */
    String jmxPort() default "1099";
}
