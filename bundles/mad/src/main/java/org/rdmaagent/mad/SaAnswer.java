// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What subnet administration answers, as it arrives from the kernel: the parts of a long answer
 * joined, with the headers of the first part before all of the records (umad_recv(3), and
 * copy_recv_mad() of the kernel's user_mad.c).
 *
 * @param method the method of the question with the response bit
 * @param status 0 is good; else see {@link SaStatus}
 * @param transactionId that of the question
 * @param attributeId which records
 * @param strideBytes from one record to the next; 0 if there is none
 * @param records the bytes of all records, with what may follow the last one; nobody may change
 *     them
 */
// The array is handed on without a copy: it can be large, and nobody compares answers.
@SuppressWarnings("ArrayRecordComponent")
public record SaAnswer(
        int method,
        int status,
        long transactionId,
        int attributeId,
        int strideBytes,
        byte[] records) {
    /** Method: the answer to {@link SaQuery#GET}. */
    public static final int GET_RESPONSE = 0x81;

    /** Method: the answer to {@link SaQuery#GET_TABLE}. */
    public static final int GET_TABLE_RESPONSE = 0x92;

    private static final int RESPONSE = 0x80;
    private static final int ACTIVE = 1;
    private static final int FIRST = 2;
    private static final int LAST = 4;
    private static final int TYPE_DATA = 1;

    /** The answer that is an error. */
    public static SaAnswer error(SaQuery question, int status) {
        return of(question, status, 0, new byte[SaHeader.SEGMENT_BYTES]);
    }

    /** The answer with these records, each of the same length. */
    public static SaAnswer table(SaQuery question, SaAttribute attribute, List<byte[]> records) {
        int stride = attribute.strideBytes();
        byte[] bytes = new byte[records.size() * stride];
        for (int i = 0; i < records.size(); i++) {
            System.arraycopy(records.get(i), 0, bytes, i * stride, attribute.recordBytes());
        }
        // OpenSM: an empty table has no attribute offset.
        return of(question, 0, records.isEmpty() ? 0 : stride, bytes);
    }

    private static SaAnswer of(SaQuery question, int status, int stride, byte[] records) {
        return new SaAnswer(
                question.method() | RESPONSE,
                status,
                question.transactionId(),
                question.attributeId(),
                stride,
                records);
    }

    /**
     * Reads the answer at the position of a big-endian buffer, which is not moved.
     *
     * @throws MadFormatException if there are fewer than 256 bytes, or it is of another class
     */
    public static SaAnswer decode(ByteBuffer mad) {
        SaHeader.check(mad);
        int start = mad.position();
        byte[] records = new byte[recordBytes(mad)];
        mad.get(start + SaHeader.DATA, records);
        return new SaAnswer(
                Byte.toUnsignedInt(mad.get(start + SaHeader.METHOD)),
                Short.toUnsignedInt(mad.getShort(start + SaHeader.STATUS)),
                mad.getLong(start + SaHeader.TRANSACTION_ID),
                Short.toUnsignedInt(mad.getShort(start + SaHeader.ATTRIBUTE_ID)),
                Short.toUnsignedInt(mad.getShort(start + SaHeader.ATTRIBUTE_OFFSET)) * 8,
                records);
    }

    /**
     * The kernel hands over as many bytes as there are, and a transport fills what is shorter than
     * a MAD with zeros. Then the length is in the header of RMPP, which counts the header of the
     * class too (mad_rmpp.c); a sender may leave it 0.
     */
    private static int recordBytes(ByteBuffer mad) {
        int all = mad.remaining() - SaHeader.DATA;
        int start = mad.position();
        int payload = mad.getInt(start + SaHeader.RMPP_PAYLOAD) - SaHeader.CLASS_HEADER_BYTES;
        boolean told =
                (mad.get(start + SaHeader.RMPP_FLAGS) & ACTIVE) != 0
                        && mad.get(start + SaHeader.RMPP_TYPE) == TYPE_DATA
                        && payload >= 0
                        && payload < SaHeader.SEGMENT_BYTES;
        return all == SaHeader.SEGMENT_BYTES && told ? payload : all;
    }

    /**
     * The records.
     *
     * @param size bytes of each
     * @return empty if the status is an error; zeros behind the last record are none
     * @throws MadFormatException if they lie closer to each other than they are long
     */
    public List<byte[]> records(int size) {
        if (status != 0 || (strideBytes == 0 && method != GET_RESPONSE)) {
            return List.of();
        }
        if (method == GET_RESPONSE) {
            return List.of(Arrays.copyOf(records, size));
        }
        if (strideBytes < size) {
            throw new MadFormatException(
                    "records of " + size + " bytes do not lie " + strideBytes + " bytes apart");
        }
        List<byte[]> all = new ArrayList<>(records.length / strideBytes + 1);
        for (int at = 0; at + size <= records.length; at += strideBytes) {
            all.add(Arrays.copyOfRange(records, at, at + size));
        }
        // No record is all zero: a simulator that leaves the length open sends them.
        while (!all.isEmpty() && isZero(all.get(all.size() - 1))) {
            all.remove(all.size() - 1);
        }
        return all;
    }

    private static boolean isZero(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The bytes as the kernel hands them over, big-endian, ready to be read: 256, or more for a
     * table that takes more than one MAD.
     */
    public ByteBuffer toBytes() {
        int bytes = Math.max(SaHeader.MAD_BYTES, SaHeader.DATA + records.length);
        ByteBuffer mad = ByteBuffer.allocate(bytes);
        mad.put((byte) 1).put((byte) SaHeader.CLASS_CODE).put((byte) SaHeader.CLASS_VERSION);
        mad.put((byte) method).putShort((short) status);
        mad.putLong(SaHeader.TRANSACTION_ID, transactionId);
        mad.putShort(SaHeader.ATTRIBUTE_ID, (short) attributeId);
        if (method == GET_TABLE_RESPONSE && status == 0) {
            firstSegment(mad);
        }
        mad.putShort(SaHeader.ATTRIBUTE_OFFSET, (short) (strideBytes / 8));
        return mad.put(SaHeader.DATA, records).rewind();
    }

    /** The first of several MADs tells the payload of all, their class headers included. */
    private void firstSegment(ByteBuffer mad) {
        int more = (records.length - 1) / SaHeader.SEGMENT_BYTES;
        mad.put(SaHeader.RMPP_VERSION, (byte) 1).put(SaHeader.RMPP_TYPE, (byte) TYPE_DATA);
        mad.put(SaHeader.RMPP_FLAGS, (byte) (ACTIVE | FIRST | (more == 0 ? LAST : 0)));
        mad.putInt(SaHeader.RMPP_SEGMENT, 1);
        int payload = records.length + (more + 1) * SaHeader.CLASS_HEADER_BYTES;
        mad.putInt(SaHeader.RMPP_PAYLOAD, payload);
    }
}
