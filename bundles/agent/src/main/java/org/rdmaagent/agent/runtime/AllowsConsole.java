// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The annotated class may write to standard output; everybody else is stopped by the build. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface AllowsConsole {}
