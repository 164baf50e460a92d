// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;

/**
 * Where things stand in a MAD of subnet administration: the common header, then those of RMPP and
 * of the class (IBTA volume 1, section 15.2.1.1; {@code struct ib_sa_mad}).
 */
final class SaHeader {
    static final int CLASS_CODE = 0x03;
    static final int CLASS_VERSION = 2;

    static final int CLASS = 1;
    static final int METHOD = 3;
    static final int STATUS = 4;
    static final int TRANSACTION_ID = 8;
    static final int ATTRIBUTE_ID = 16;
    static final int RMPP_VERSION = 24;
    static final int RMPP_TYPE = 25;
    static final int RMPP_FLAGS = 26;
    static final int RMPP_SEGMENT = 28;
    static final int RMPP_PAYLOAD = 32;
    static final int SM_KEY = 36;
    static final int ATTRIBUTE_OFFSET = 44;
    static final int COMPONENT_MASK = 48;
    static final int DATA = 56;

    /** Bytes of one MAD. */
    static final int MAD_BYTES = 256;

    /** Bytes of records in one MAD. */
    static final int SEGMENT_BYTES = MAD_BYTES - DATA;

    /** What RMPP counts as payload in each MAD beside its records: the header of the class. */
    static final int CLASS_HEADER_BYTES = DATA - SM_KEY;

    private SaHeader() {}

    /** Refuses what is shorter, or of another class. */
    static void check(ByteBuffer mad) {
        int start = mad.position();
        if (mad.remaining() < MAD_BYTES) {
            throw new MadFormatException("a MAD has 256 bytes, not " + mad.remaining());
        }
        int managementClass = Byte.toUnsignedInt(mad.get(start + CLASS));
        if (managementClass != CLASS_CODE) {
            throw new MadFormatException(
                    "not of subnet administration: class 0x"
                            + Integer.toHexString(managementClass));
        }
    }
}
