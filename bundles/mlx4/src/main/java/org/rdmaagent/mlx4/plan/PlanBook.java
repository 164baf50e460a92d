// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.mlx4.settings.FilePlan;
import org.rdmaagent.mlx4.settings.SettingsFiles;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/**
 * The plans that the library has: first what the operator chose, then what the files say. A new
 * book takes up what the one before left in the library. For any thread.
 */
public final class PlanBook {
    /** The origin of what the operator chose. */
    public static final String OPERATOR = "operator";

    private final SettingsFiles files;
    private List<Choice> choices = List.of();
    private List<ContextPlan> earlier = List.of();
    private boolean takenUp;
    private @Nullable Mlx4Library library;

    /**
     * What the operator chose for a context.
     *
     * @param base what the files said of it then: the choice goes when that changes
     */
    private record Choice(ContextPlan plan, Optional<ContextPlan> base) {}

    /** Of these files, which are read already as far as they can be. */
    public PlanBook(SettingsFiles files) {
        this.files = files;
    }

    /** This library is to have the plans, before anything is opened through it. */
    public synchronized void bind(Mlx4Library next) {
        if (!takenUp) {
            takenUp = true;
            takeUp(next.plans());
        }
        library = next;
        handOver();
    }

    private void takeUp(List<ContextPlan> left) {
        List<ContextPlan> ofFiles =
                left.stream().filter(plan -> !plan.origin().equals(OPERATOR)).toList();
        earlier = ofFiles;
        choices =
                left.stream()
                        .filter(plan -> plan.origin().equals(OPERATOR))
                        .map(
                                plan ->
                                        new Choice(
                                                plan,
                                                PlanChoice.best(
                                                        ofFiles,
                                                        each -> each,
                                                        plan.device(),
                                                        plan.context())))
                        .toList();
    }

    /** The library goes. */
    public synchronized void unbind(Mlx4Library gone) {
        if (library == gone) {
            library = null;
        }
    }

    /** The files say something else now. */
    public synchronized void filesChanged() {
        handOver();
    }

    /**
     * The operator wants this allocator for a context; what the files say anyway is no choice.
     *
     * @param context its exact name
     */
    public synchronized void choose(String device, String context, String allocator) {
        List<FilePlan> planned = planned();
        Optional<FilePlan> base = PlanChoice.best(planned, FilePlan::plan, device, context);
        AllocatorPlan wanted =
                base.map(plan -> plan.with(allocator))
                        .orElseGet(() -> FilePlan.standard(allocator));
        List<Choice> next = new ArrayList<>(choices);
        next.removeIf(choice -> choice.plan().fits(device, context));
        if (base.isEmpty() || !base.get().plan().allocator().equals(wanted)) {
            int range = base.map(plan -> plan.plan().logWqsRangeSize()).orElse(0);
            next.add(
                    new Choice(
                            new ContextPlan(device, context, wanted, range, OPERATOR),
                            base.map(FilePlan::plan)));
        }
        choices = List.copyOf(next);
        handOver();
    }

    private void handOver() {
        forgetEarlier();
        List<FilePlan> planned = planned();
        choices =
                choices.stream()
                        .filter(choice -> choice.base().equals(base(planned, choice.plan())))
                        .toList();
        Mlx4Library present = library;
        if (present == null) {
            return;
        }
        List<ContextPlan> plans = new ArrayList<>();
        choices.forEach(choice -> plans.add(choice.plan()));
        planned.forEach(plan -> plans.add(plan.plan()));
        if (!plans.equals(present.plans())) {
            present.setPlans(plans);
        }
    }

    /** What a file says by itself, or that it is gone, counts from then on. */
    private void forgetEarlier() {
        Set<String> unread = files.unread();
        earlier = earlier.stream().filter(plan -> unread.contains(plan.origin())).toList();
    }

    private static Optional<ContextPlan> base(List<FilePlan> planned, ContextPlan of) {
        return PlanChoice.best(planned, FilePlan::plan, of.device(), of.context())
                .map(FilePlan::plan);
    }

    /** Of a file that cannot be read now, what an earlier book made of it counts. */
    private List<FilePlan> planned() {
        List<FilePlan> planned = new ArrayList<>(files.plans());
        Set<String> unread = files.unread();
        for (ContextPlan plan : earlier) {
            if (unread.contains(plan.origin())) {
                planned.add(new FilePlan(plan, true));
            }
        }
        return planned;
    }
}
