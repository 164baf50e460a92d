// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.AhStruct;
import org.rdmaagent.jna.verbs.structs.CompletionStruct;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;

/** {@code ibv_init_ah_from_wc(3)}: the way back to the sender of a datagram. */
final class AhFromCompletion {
    private static final String CALL = "ibv_init_ah_from_wc";
    private static final int HEADER_BYTES = 40;
    private static final int LARGEST_PORT = 255;

    private AhFromCompletion() {}

    static AhAttributes attributes(
            NativePd pd, WorkCompletion completion, ByteBuffer header, int portNum) {
        CompletionDetails details = received(completion);
        if (portNum < 1 || portNum > LARGEST_PORT) {
            throw pd.failed(CALL, VerbsFailure.EINVAL, "there is no port " + portNum);
        }
        byte[] bytes = header(details, header);
        try (CStruct struct = CStruct.allocate(IbvWc.SIZE + HEADER_BYTES + IbvAhAttr.SIZE)) {
            CompletionStruct.write(completion, details, struct);
            CStruct grh = struct.part(IbvWc.SIZE);
            grh.pointer().write(0, bytes, 0, bytes.length);
            CStruct way = struct.part(IbvWc.SIZE + HEADER_BYTES);
            Pointer completed = struct.pointer();
            int result =
                    pd.context()
                            .with(
                                    CALL,
                                    context ->
                                            ObjectCalls.ibv_init_ah_from_wc(
                                                    context,
                                                    (byte) portNum,
                                                    completed,
                                                    grh.pointer(),
                                                    way.pointer()));
            if (result != 0) {
                throw failed(pd, portNum, Native.getLastError());
            }
            return AhStruct.read(way);
        }
    }

    /** The function leaves the errno of whatever it tried last. */
    private static RdmaException failed(NativePd pd, int portNum, int lastError) {
        return VerbsFailure.deviceGone(lastError)
                ? pd.failed(CALL, lastError)
                : pd.failed(
                        CALL,
                        VerbsFailure.EINVAL,
                        "the address that the datagram was sent to is not in the GID table of port "
                                + portNum
                                + " (any more), or the header is none");
    }

    private static CompletionDetails received(WorkCompletion completion) {
        return completion
                .details()
                .filter(details -> details.opcode().isReceive())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "only a receive that succeeded tells its sender, not "
                                                + completion));
    }

    private static byte[] header(CompletionDetails details, ByteBuffer header) {
        byte[] bytes = new byte[HEADER_BYTES];
        if (details.flags().contains(WorkCompletionFlag.GRH)) {
            if (header.remaining() < HEADER_BYTES) {
                throw new IllegalArgumentException(
                        "a network header has 40 bytes, not " + header.remaining());
            }
            header.get(header.position(), bytes);
        }
        return bytes;
    }
}
