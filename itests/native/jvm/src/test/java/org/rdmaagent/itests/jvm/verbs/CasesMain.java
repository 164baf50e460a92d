// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.rdmaagent.itests.jvm.completion.ArchitectureCases;
import org.rdmaagent.itests.jvm.completion.ClosingCases;
import org.rdmaagent.itests.jvm.completion.CompletionCases;
import org.rdmaagent.itests.jvm.completion.EntryCases;
import org.rdmaagent.itests.jvm.completion.GonePairCases;
import org.rdmaagent.itests.jvm.completion.HandOverCases;
import org.rdmaagent.itests.jvm.completion.ReplyCases;
import org.rdmaagent.itests.jvm.completion.RingCases;
import org.rdmaagent.itests.jvm.completion.TakeoverCases;
import org.rdmaagent.itests.jvm.loop.LoopCases;
import org.rdmaagent.itests.jvm.mlx4.AllocatorCases;
import org.rdmaagent.itests.jvm.mlx4.ForeignCases;
import org.rdmaagent.itests.jvm.mlx4.Mlx4ContractCases;
import org.rdmaagent.itests.jvm.mlx4.RangeCases;
import org.rdmaagent.itests.jvm.mlx4.RoundCases;
import org.rdmaagent.itests.jvm.mlx4.TroubleCases;

/**
 * Runs the cases of a group and writes a line {@code passed NAME} or {@code failed NAME} for each,
 * a failed one followed by its reason; a JVM that dies in between writes no more lines.
 */
public final class CasesMain {
    static final String PASSED = "passed ";
    static final String FAILED = "failed ";
    static final String PORT_CONTRACT = "port contract";
    static final String TAKEOVERS = "takeovers";
    static final String ARCHITECTURE = "architecture";

    private static final List<String> STRICT =
            List.of("strict_doorbells", "strict_lists", "strict_consumers", "unaligned_bufs");

    static final Map<String, Supplier<List<NamedCase>>> GROUPS =
            Map.ofEntries(
                    Map.entry("contract", ContractCases::all),
                    Map.entry(PORT_CONTRACT, ContractCases::ports),
                    Map.entry("scheduling", ContractCases::scheduling),
                    Map.entry("data", DataCases::all),
                    Map.entry("safety", SafetyCases::all),
                    Map.entry("races", RaceCases::all),
                    Map.entry("events", EventCases::all),
                    Map.entry("messages", MessageCases::all),
                    Map.entry("leases", LeaseCases::all),
                    Map.entry("growth", GrowthCases::all),
                    Map.entry("conversions", ConversionCases::all),
                    Map.entry("completions", CompletionCases::all),
                    Map.entry("rings", RingCases::all),
                    Map.entry(TAKEOVERS, TakeoverCases::all),
                    Map.entry(ARCHITECTURE, ArchitectureCases::all),
                    Map.entry("replies", ReplyCases::all),
                    Map.entry("closing ports", ClosingCases::all),
                    Map.entry("entries", EntryCases::all),
                    Map.entry("gone pairs", GonePairCases::all),
                    Map.entry("handing over", HandOverCases::all),
                    Map.entry("loops", LoopCases::all),
                    Map.entry("mlx4 allocators", AllocatorCases::all),
                    Map.entry("mlx4 contract", Mlx4ContractCases::all),
                    Map.entry("mlx4 foreign", ForeignCases::all),
                    Map.entry("mlx4 ranges", RangeCases::all),
                    Map.entry("mlx4 rounds", RoundCases::all),
                    Map.entry("mlx4 troubles", TroubleCases::all),
                    Map.entry("gone", GoneCases::all),
                    Map.entry("memlock", MemlockCases::all));

    private CasesMain() {}

    /**
     * Runs.
     *
     * @param arguments the group
     */
    public static void main(String[] arguments) {
        Supplier<List<NamedCase>> group = GROUPS.get(arguments[0]);
        if (group == null) {
            throw new IllegalArgumentException("there is no group " + arguments[0]);
        }
        for (NamedCase each : group.get()) {
            run(each);
        }
        run(new NamedCase("the device was used as a card wants it", CasesMain::strict));
    }

    /** What the device counts in its strict mode; it told the details on standard error. */
    private static void strict() {
        for (String counter : STRICT) {
            long count = Emulator.mlx4emu_stat(counter);
            if (count != 0) {
                throw new AssertionError(counter + ": " + count);
            }
        }
    }

    private static void run(NamedCase each) {
        try {
            each.body().run();
            System.out.println(PASSED + each.name());
        } catch (Throwable e) {
            StringWriter reason = new StringWriter();
            e.printStackTrace(new PrintWriter(reason, true));
            System.out.println(FAILED + each.name());
            System.out.println(reason);
        }
        System.out.flush();
    }
}
