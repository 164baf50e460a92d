// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.AssumptionViolatedException;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.manipulation.Filterable;
import org.junit.runner.manipulation.NoTestsRemainException;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.model.InitializationError;
import org.ops4j.pax.exam.junit.PaxExam;

/**
 * Pax Exam; where the emulated device or a Java that the class asks for cannot be, the class is
 * skipped with the reason.
 */
public final class ExamOnCard extends Runner implements Filterable {
    /** Tests of this class are a part of the long form only. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface LongForm {}

    private final Description skipped;
    private final String missing;
    private final PaxExam exam;
    private final ContainerJava java;

    /** Called by JUnit. */
    public ExamOnCard(Class<?> tests) throws InitializationError {
        java = ContainerJava.of(tests);
        missing = missing(tests);
        skipped = Description.createTestDescription(tests, "everything");
        exam = new PaxExam(tests);
    }

    private static String missing(Class<?> tests) {
        if (tests.isAnnotationPresent(LongForm.class) && !Boolean.getBoolean("rdma.long")) {
            return "the long form has it: -Drdma.long=true";
        }
        String device = CardDistribution.missing();
        return device.isEmpty() ? ContainerJava.missing(tests) : device;
    }

    @Override
    public Description getDescription() {
        return missing.isEmpty() ? exam.getDescription() : skipped;
    }

    @Override
    public void run(RunNotifier notifier) {
        if (missing.isEmpty()) {
            java.runs(() -> exam.run(notifier));
            return;
        }
        notifier.fireTestStarted(skipped);
        notifier.fireTestAssumptionFailed(
                new Failure(skipped, new AssumptionViolatedException(missing)));
        notifier.fireTestFinished(skipped);
    }

    @Override
    public void filter(Filter filter) throws NoTestsRemainException {
        exam.filter(filter);
    }
}
