// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/**
 * What a queue pair received.
 *
 * @param qpNum its number, 24 bits
 * @param messages receives that succeeded, late ones too
 * @param bytes of their payload, without network headers
 * @param lateMessages those of the messages that came after {@link MessageCounter#beginLate}
 * @param failures receives that failed, flushed ones too
 */
public record MessageCount(
        int qpNum, long messages, long bytes, long lateMessages, long failures) {}
