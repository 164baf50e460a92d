// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.PortId;

/**
 * What a test over a pair of queue pairs on one port showed.
 *
 * @param port the port
 * @param transport RC, or UD where there is no RC
 * @param messages how many were asked for
 * @param bytes payload of each
 * @param received how many came back whole; fewer than asked for also when the time limit of 60 s
 *     ended the test, which the text says then
 * @param errors completions that failed, messages that were damaged or never came, and 1 for a test
 *     that could not begin; the time limit is no error
 * @param messagesPerSecond messages that came whole each second, over the wall time from the first
 *     post to the last completion, so with filling and comparing them; 0 if none did
 * @param bytesPerSecond payload bytes each second, messagesPerSecond times bytes
 * @param medianNanos half of the messages took no longer from posting to receiving, nanoseconds
 * @param percentile99Nanos 99 of 100 took no longer
 * @param largestNanos the slowest
 * @param text one sentence for people; if the test failed, what to do
 */
public record SelfTestResult(
        PortId port,
        QpType transport,
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
    /** Whether every message went through. */
    public boolean passed() {
        return errors == 0 && received == messages;
    }
}
