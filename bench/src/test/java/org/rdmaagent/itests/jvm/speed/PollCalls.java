// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.rdmaagent.spi.completion.CompletionPort;

/** Single polls. */
public class PollCalls {
    /** Nothing is there. */
    @Benchmark
    public int pollOfNone(OpenPort open) {
        return open.port().poll(CompletionPort.LARGEST_BATCH);
    }

    /** One after the other. */
    @Benchmark
    @OperationsPerInvocation(FilledPort.COMPLETIONS)
    public int pollOfOne(FilledPort open) {
        CompletionPort port = open.port();
        int found = 0;
        while (found < FilledPort.COMPLETIONS) {
            found += port.poll(1);
        }
        return found;
    }
}
