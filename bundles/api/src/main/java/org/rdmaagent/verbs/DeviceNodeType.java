// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** What kind of a device it is ({@code enum ibv_node_type}; sysfs: {@code node_type}). */
public enum DeviceNodeType implements NativeCode {
    /** InfiniBand or RoCE adapter. */
    CA(1, Transport.IB),
    /** InfiniBand switch. */
    SWITCH(2, Transport.IB),
    /** InfiniBand router. */
    ROUTER(3, Transport.IB),
    /** iWARP adapter. */
    RNIC(4, Transport.IWARP),
    /** Cisco usNIC. */
    USNIC(5, Transport.USNIC),
    /** Cisco usNIC over UDP. */
    USNIC_UDP(6, Transport.USNIC_UDP),
    /** Neither: for instance EFA. */
    UNSPECIFIED(7, Transport.UNSPECIFIED),
    /** Not told. */
    UNKNOWN(-1, Transport.UNKNOWN);

    /** The family of protocols ({@code enum ibv_transport_type}). */
    public enum Transport implements NativeCode {
        /** InfiniBand, and RoCE. */
        IB(0),
        /** iWARP. */
        IWARP(1),
        /** Cisco usNIC. */
        USNIC(2),
        /** Cisco usNIC over UDP. */
        USNIC_UDP(3),
        /** A driver's own. */
        UNSPECIFIED(4),
        /** Not told. */
        UNKNOWN(-1);

        private final int code;

        Transport(int code) {
            this.code = code;
        }

        /** The number in C. */
        @Override
        public int code() {
            return code;
        }

        /** The one of a number; empty if none has it. */
        public static Optional<Transport> ofCode(int code) {
            return NativeCode.ofCode(values(), code);
        }
    }

    private final int code;
    private final Transport transport;

    DeviceNodeType(int code, Transport transport) {
        this.code = code;
        this.transport = transport;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** Its family of protocols, as libibverbs derives it. */
    public Transport transport() {
        return transport;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<DeviceNodeType> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
