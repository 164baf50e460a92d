// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.SelfTestResult;

/**
 * What a self-test showed, on the wire.
 *
 * @param passed whether every message came whole
 * @param transport RC, or UD where there is no RC
 * @param messages how many were asked for
 * @param bytes payload of each
 * @param received how many came whole
 * @param errors completions that failed, messages that were damaged or never came
 * @param messagesPerSecond over the time from the first post to the last completion, one at a time
 * @param bytesPerSecond payload bytes each second
 * @param medianNanos half of them took no longer, nanoseconds
 * @param percentile99Nanos 99 of 100 took no longer
 * @param largestNanos the slowest
 * @param text one sentence; if the test failed, what to do
 */
public record SelfTestSummary(
        boolean passed,
        String transport,
        int messages,
        int bytes,
        int received,
        int errors,
        long messagesPerSecond,
        long bytesPerSecond,
        long medianNanos,
        long percentile99Nanos,
        long largestNanos,
        String text) {
    static SelfTestSummary of(SelfTestResult result) {
        return new SelfTestSummary(
                result.passed(),
                result.transport().name(),
                result.messages(),
                result.bytes(),
                result.received(),
                result.errors(),
                result.messagesPerSecond(),
                result.bytesPerSecond(),
                result.medianNanos(),
                result.percentile99Nanos(),
                result.largestNanos(),
                result.text());
    }
}
