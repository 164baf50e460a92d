// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmaagent.jna.layout.IbvQp;
import org.rdmaagent.verbs.QpState;

/**
 * What the library keeps of a queue pair ({@code struct ibv_qp}): the state that it last brought it
 * to. The library itself takes requests in any state, also those that are never carried out.
 */
public final class PairStruct {
    // Constants to the compiler, as what an enum constant holds is not.
    private static final int INIT = QpState.INIT.code();
    private static final int ERR = QpState.ERR.code();
    private static final int RTS = QpState.RTS.code();

    private final long address;
    private final ByteBuffer struct;

    /** To be used only as long as the pair is open. */
    public PairStruct(Pointer qp) {
        this.address = Pointer.nativeValue(qp);
        this.struct = qp.getByteBuffer(0, IbvQp.QP_TYPE.offset()).order(ByteOrder.nativeOrder());
    }

    private int state() {
        return struct.getInt(IbvQp.STATE.offset());
    }

    /** Whether receives can be posted that wait for a message. */
    public boolean canReceive() {
        return canReceive(state());
    }

    /** Where the state lies, as an int: for who reads it at each poll. */
    public long stateAddress() {
        return address + IbvQp.STATE.offset();
    }

    /** Whether receives can be posted in a state ({@code enum ibv_qp_state}): INIT to SQE. */
    public static boolean canReceive(int state) {
        return Integer.compareUnsigned(state - INIT, ERR - INIT) < 0;
    }

    /** Whether sends are carried out. */
    public boolean canSend() {
        return state() == RTS;
    }
}
