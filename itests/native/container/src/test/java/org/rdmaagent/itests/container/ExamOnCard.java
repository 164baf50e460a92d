// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

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

/** Pax Exam; where the emulated device cannot be, the class is skipped with the reason. */
public final class ExamOnCard extends Runner implements Filterable {
    private final Description skipped;
    private final String missing;
    private final PaxExam exam;

    /** Called by JUnit. */
    public ExamOnCard(Class<?> tests) throws InitializationError {
        missing = CardDistribution.missing();
        skipped = Description.createTestDescription(tests, "everything");
        exam = new PaxExam(tests);
    }

    @Override
    public Description getDescription() {
        return missing.isEmpty() ? exam.getDescription() : skipped;
    }

    @Override
    public void run(RunNotifier notifier) {
        if (missing.isEmpty()) {
            exam.run(notifier);
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
