// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What subnet administration answers in the high byte of the status (IBTA volume 1, section 15.4.4;
 * {@code IB_SA_MAD_STATUS_*} of OpenSM's ib_types.h). The low byte is that of every MAD (section
 * 13.4.7).
 */
public enum SaStatus {
    /** It has no memory or no LID left. */
    NO_RESOURCES(0x0100, "it has no resources left"),
    /** The request contradicts itself, or what is there. */
    INVALID_REQUEST(0x0200, "the request is invalid"),
    /** A Get found nothing; a GetTable answers with an empty table instead. */
    NO_RECORDS(0x0300, "there is no such record"),
    /** A Get found several. */
    TOO_MANY_RECORDS(0x0400, "there are several such records"),
    /** The GID is none of a port or group. */
    INVALID_GID(0x0500, "the GID is invalid"),
    /** Components are missing that the request needs. */
    INSUFFICIENT_COMPONENTS(0x0600, "the request lacks components"),
    /** The requester may not. */
    DENIED(0x0700, "the request is denied"),
    /** Another priority would do. */
    PRIORITY_SUGGESTED(0x0800, "it suggests another priority");

    /** Bit 0 of any MAD's status: ask again later. */
    public static final int BUSY = 0x0001;

    /** The method does not go with the attribute: a code in the bits 2 to 4. */
    public static final int UNSUPPORTED_ATTRIBUTE = 0x000c;

    private static final int REDIRECT = 0x0002;

    private final int code;
    private final String text;

    SaStatus(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The whole status field, 16 bits. */
    public int code() {
        return code;
    }

    /** Whether it is too busy to answer: the same question may succeed later. */
    public static boolean busy(int status) {
        return (status & BUSY) != 0;
    }

    /** A status in words, with its number. */
    public static String text(int status) {
        List<String> words = new ArrayList<>();
        if (busy(status)) {
            words.add("it is busy");
        }
        if ((status & REDIRECT) != 0) {
            words.add("it sends the requester elsewhere");
        }
        switch (status & 0x1c) {
            case 0 -> {}
            case 0x04 -> words.add("it does not know this version of the class");
            case 0x08 -> words.add("it does not know the method");
            case UNSUPPORTED_ATTRIBUTE -> words.add("it does not know the attribute");
            case 0x1c -> words.add("a field has an invalid value");
            default -> words.add("reserved");
        }
        int high = status & 0xff00;
        for (SaStatus row : values()) {
            if (row.code == high) {
                words.add(row.text);
            }
        }
        String number = "status 0x" + HexFormat.of().toHexDigits((short) status);
        return words.isEmpty() ? number : number + ": " + String.join(", ", words);
    }
}
