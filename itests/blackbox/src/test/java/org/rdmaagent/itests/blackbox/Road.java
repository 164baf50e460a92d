// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to the MBeans, with a login. */
interface Road extends AutoCloseable {
    /** One thing to be done at an MBean. */
    sealed interface Step {
        String mbean();
    }

    record Read(String mbean, String attribute) implements Step {}

    record Write(String mbean, String attribute, Object value) implements Step {}

    /** Without types the operation is called by its name alone, where the road can do that. */
    record Call(
            String mbean, String operation, @Nullable List<String> types, List<Object> arguments)
            implements Step {}

    /**
     * What became of it.
     *
     * @param refused whether the access rules said no; whatever else fails is not refused
     * @param found whether there is such an MBean for this login
     * @param value what came back, text of the error included
     */
    record Outcome(boolean refused, boolean found, @Nullable Object value) {}

    /** The outcomes of some steps, in their order. */
    List<Outcome> walk(List<? extends Step> steps) throws Exception;

    default Outcome walk(Step step) throws Exception {
        return walk(List.of(step)).get(0);
    }

    @Override
    void close() throws IOException;
}
