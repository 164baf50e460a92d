// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One request, or many at once, cannot take the whole heap. */
final class AnswerBudgetTest {
    private final AtomicLong allocated = new AtomicLong(1_000_000);
    private final AnswerBudget budget = new AnswerBudget(allocated::get, 100);

    @Test
    void aRequestIsStoppedWhenItHasTakenTheBudget() {
        budget.enter();
        assertTrue(budget.allowsMore());
        allocated.addAndGet(100);
        assertTrue(budget.allowsMore());
        allocated.addAndGet(1);
        assertFalse(budget.allowsMore());
        budget.leave();
        budget.enter();
        assertTrue(budget.allowsMore(), "the next one begins anew");
        budget.leave();
    }

    @Test
    void requestsAtTheSameTimeShareIt() {
        budget.enter();
        allocated.addAndGet(60);
        assertTrue(budget.allowsMore());
        assertFalse(elsewhere(60), "60 and 60");
        assertTrue(elsewhere(40), "60 and 40");
        budget.leave();
        assertTrue(elsewhere(100));
    }

    @Test
    void itWorksOnThisJava() {
        AnswerBudget real = AnswerBudget.ofThisMachine();
        real.enter();
        assertTrue(real.allowsMore());
        long sum = 0;
        boolean stopped = false;
        for (int i = 0; i < 1_000_000 && !stopped; i++) {
            sum += new byte[1_000_000].length;
            stopped = !real.allowsMore();
        }
        real.leave();
        assertTrue(stopped, sum + " bytes");
        long off = Math.abs(Runtime.getRuntime().maxMemory() / 4 - sum);
        assertTrue(off < 50_000_000, sum + " bytes");
    }

    private boolean elsewhere(long bytes) {
        return CompletableFuture.supplyAsync(
                        () -> {
                            budget.enter();
                            allocated.addAndGet(bytes);
                            boolean more = budget.allowsMore();
                            budget.leave();
                            return more;
                        })
                .join();
    }
}
