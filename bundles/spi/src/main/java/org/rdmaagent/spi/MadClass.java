// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

/**
 * A management class that a session can register.
 *
 * @param code the class: 0x81 directed-route subnet management, 0x01 LID-routed, 0x03 subnet
 *     administration
 * @param version the class version: 1, or 2 for subnet administration
 * @param rmppVersion 1 where answers larger than one MAD are wanted (the kernel hands them over
 *     whole), else 0
 */
public record MadClass(int code, int version, int rmppVersion) {
    /** Directed-route subnet management (IBTA volume 1, chapter 14). */
    public static final MadClass SUBN_DIRECTED_ROUTE = new MadClass(0x81, 1, 0);

    /** Subnet administration (IBTA volume 1, chapter 15). */
    public static final MadClass SUBN_ADM = new MadClass(0x03, 2, 1);
}
