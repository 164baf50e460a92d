// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.management.MBeanOperationInfo;

/** What an MBean, attribute, operation or parameter is, in the words that consoles show. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER})
@interface About {
    /** The text. */
    String value();

    /** Of an operation: a constant of {@link MBeanOperationInfo}. */
    int impact() default MBeanOperationInfo.UNKNOWN;
}
