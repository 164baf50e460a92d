// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.verbs.WorkCompletionFlag;

/**
 * All that a completion tells, as a text: what two ways to poll make of the same can be compared.
 */
final class Description {
    private Description() {}

    /** Of the current one, whose queue pair has this number; its message is one of this bytes. */
    static String of(CompletionBatch one, int pair, int messageBytes) {
        String told =
                one.wrId()
                        + " "
                        + one.status()
                        + " vendor error "
                        + one.vendorError()
                        + " own "
                        + (one.qpNum() == pair)
                        + " success "
                        + one.isSuccess()
                        + " payload "
                        + one.hasPayload()
                        + " buffer "
                        + one.hasBuffer();
        return one.isSuccess() ? told + good(one) + payload(one, messageBytes) : told;
    }

    private static String good(CompletionBatch one) {
        return " "
                + one.opcode()
                + " bytes "
                + one.byteLen()
                + " flags "
                + one.flags()
                + immediate(one)
                + " from "
                + (one.srcQp() == one.qpNum() ? "itself" : one.srcQp())
                + " LID "
                + one.slid();
    }

    /** Where the flags do not say that there is one, it is old memory. */
    private static String immediate(CompletionBatch one) {
        boolean there =
                one.has(WorkCompletionFlag.WITH_IMM) || one.has(WorkCompletionFlag.WITH_INV);
        return there ? " immediate " + one.immediate() : "";
    }

    private static String payload(CompletionBatch one, int messageBytes) {
        if (!one.hasPayload()) {
            return "";
        }
        ByteBuffer payload = one.payload().duplicate();
        byte[] bytes = new byte[Math.min(messageBytes, payload.remaining())];
        payload.get(bytes);
        return " of " + one.payload().remaining() + ": " + Arrays.toString(bytes);
    }
}
