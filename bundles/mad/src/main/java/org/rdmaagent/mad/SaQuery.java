// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A question to subnet administration: 256 bytes, big-endian (IBTA volume 1, section 15.2.1.1).
 *
 * @param method {@link #GET}, which finds one record or fails, or {@link #GET_TABLE}
 * @param transactionId 64 bits; libibumad keeps the high 32 for itself
 * @param attributeId which records, see {@link SaAttribute}
 * @param smKey the SM_Key that makes a requester a trusted one; 0 if it is none. OpenSM gives no
 *     answer to a wrong one
 * @param componentMask which components of the record have to be equal, a bit for each; 0 asks for
 *     all
 * @param record at most 200 bytes: what they have to be equal to; nobody may change them
 */
// The array is handed on without a copy: one is made for each question, and nobody compares them.
@SuppressWarnings("ArrayRecordComponent")
public record SaQuery(
        int method,
        long transactionId,
        int attributeId,
        long smKey,
        long componentMask,
        byte[] record) {
    /** Method: the one record that there is. */
    public static final int GET = 0x01;

    /** Method: all of them. */
    public static final int GET_TABLE = 0x12;

    private static final byte[] NOTHING = {};

    /** Checks the length of the record. */
    public SaQuery {
        if (record.length > SaHeader.SEGMENT_BYTES) {
            throw new IllegalArgumentException(
                    "a question carries at most 200 bytes, not " + record.length);
        }
    }

    /** Asks for all records. */
    public static SaQuery all(SaAttribute attribute, long smKey) {
        return new SaQuery(GET_TABLE, 0, attribute.code(), smKey, 0, NOTHING);
    }

    /** Asks for those that are equal in some components. */
    public static SaQuery table(
            SaAttribute attribute, long smKey, long componentMask, byte[] record) {
        return new SaQuery(GET_TABLE, 0, attribute.code(), smKey, componentMask, record);
    }

    /** The same question with a transaction id. */
    public SaQuery withTransactionId(long id) {
        return new SaQuery(method, id, attributeId, smKey, componentMask, record);
    }

    /** The 256 bytes, big-endian, ready to be read. */
    public ByteBuffer toBytes() {
        ByteBuffer mad = ByteBuffer.allocate(SaHeader.MAD_BYTES);
        mad.put((byte) 1).put((byte) SaHeader.CLASS_CODE).put((byte) SaHeader.CLASS_VERSION);
        mad.put((byte) method).putLong(SaHeader.TRANSACTION_ID, transactionId);
        mad.putShort(SaHeader.ATTRIBUTE_ID, (short) attributeId);
        mad.putLong(SaHeader.SM_KEY, smKey).putLong(SaHeader.COMPONENT_MASK, componentMask);
        return mad.put(SaHeader.DATA, record).rewind();
    }

    /**
     * Reads the question at the position of a big-endian buffer, which is not moved.
     *
     * @throws MadFormatException if there are fewer than 256 bytes, or it is of another class
     */
    public static SaQuery decode(ByteBuffer mad) {
        SaHeader.check(mad);
        int start = mad.position();
        byte[] record = new byte[SaHeader.SEGMENT_BYTES];
        mad.get(start + SaHeader.DATA, record);
        return new SaQuery(
                Byte.toUnsignedInt(mad.get(start + SaHeader.METHOD)),
                mad.getLong(start + SaHeader.TRANSACTION_ID),
                Short.toUnsignedInt(mad.getShort(start + SaHeader.ATTRIBUTE_ID)),
                mad.getLong(start + SaHeader.SM_KEY),
                mad.getLong(start + SaHeader.COMPONENT_MASK),
                record);
    }

    /** The first bytes of the record. */
    public byte[] record(int size) {
        return Arrays.copyOf(record, size);
    }

    /** Without the SM_Key, which is a secret, and without the record. */
    @Override
    public String toString() {
        return "SaQuery[method="
                + method
                + ", transactionId="
                + transactionId
                + ", attributeId="
                + attributeId
                + ", componentMask="
                + componentMask
                + "]";
    }
}
