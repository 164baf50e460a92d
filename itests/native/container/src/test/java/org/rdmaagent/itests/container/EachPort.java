// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.Supplier;
import org.junit.AssumptionViolatedException;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Runs each test, with what comes before and after it, once for each port; a failure names the
 * port.
 */
public final class EachPort implements TestRule {
    private final Supplier<List<LoopPort>> ports;
    private LoopPort present = LoopPort.JNA;

    /** A test that in the short form runs on one port only, the last. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface OnLastIfShort {}

    EachPort(Supplier<List<LoopPort>> ports) {
        this.ports = ports;
    }

    /** The port that the test is about now. */
    LoopPort present() {
        return present;
    }

    @Override
    public Statement apply(Statement test, Description description) {
        List<LoopPort> all = ports.get();
        boolean last =
                description.getAnnotation(OnLastIfShort.class) != null
                        && !Boolean.getBoolean("rdma.long");
        List<LoopPort> chosen = last ? all.subList(all.size() - 1, all.size()) : all;
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                for (LoopPort port : chosen) {
                    present = port;
                    run(test);
                }
            }
        };
    }

    private void run(Statement test) throws Throwable {
        try {
            test.evaluate();
        } catch (AssumptionViolatedException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("polled by " + present.text() + ": " + e, e);
        }
    }
}
