// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/** A client can send null for anything; a number and a boolean cannot be it. */
final class NullArguments {
    private NullArguments() {}

    /**
     * Looks at the arguments of an operation.
     *
     * @throws IllegalArgumentException if one of them is null where it cannot be; names the
     *     operation, the parameter and its type
     */
    static void check(Method operation, @Nullable Object[] arguments) {
        Parameter[] parameters = operation.getParameters();
        for (int i = 0; i < Math.min(parameters.length, arguments.length); i++) {
            Class<?> type = parameters[i].getType();
            if (arguments[i] == null && type.isPrimitive()) {
                throw new IllegalArgumentException(
                        operation.getName()
                                + " needs a value for "
                                + parameters[i].getName()
                                + " ("
                                + type.getName()
                                + "), not null");
            }
        }
    }
}
