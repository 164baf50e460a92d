// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

/** Events that concern multicast ({@code enum rdma_cm_event_type} in rdma_cma.h). */
public enum CmEventType {
    /** The address was resolved. */
    ADDR_RESOLVED(0),
    /** It was not. */
    ADDR_ERROR(1),
    /** The device goes away: the id has to be closed. */
    DEVICE_REMOVAL(11),
    /** The port is a member. */
    MULTICAST_JOIN(12),
    /** The port does not become a member, or is no longer one (ENETRESET). */
    MULTICAST_ERROR(13),
    /** The address of the interface changed, such as by a fail-over of a bond. */
    ADDR_CHANGE(14),
    /** Something that has no meaning here. */
    OTHER(-1);

    private final int code;

    CmEventType(int code) {
        this.code = code;
    }

    /** The number in C; -1 for OTHER. */
    public int code() {
        return code;
    }

    /** The one of a number. */
    public static CmEventType ofCode(int code) {
        for (CmEventType type : values()) {
            if (type.code == code && type != OTHER) {
                return type;
            }
        }
        return OTHER;
    }
}
