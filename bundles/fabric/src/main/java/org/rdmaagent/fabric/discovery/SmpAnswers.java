// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/**
 * What becomes of the questions given to an {@link SmpExchange}. Each is answered or fails once.
 */
interface SmpAnswers {
    /**
     * Whether the question still needs an answer; asked before each time it is sent. If not, it is
     * dropped.
     */
    boolean wanted(SmpRequest request);

    /**
     * A good answer.
     *
     * @param data the 64 bytes of the attribute
     * @throws IllegalArgumentException if they make no sense; {@link #failed} is called then
     */
    void answered(SmpRequest request, byte[] data);

    /** No answer came in time; the question will be repeated. */
    void delayed(SmpRequest request);

    /**
     * No answer, or one with a bad status.
     *
     * @param answered whether something came back
     * @param status {@code timeout}, or what came back in words
     */
    void failed(SmpRequest request, boolean answered, String status);
}
