// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SM_Key as configured.
 *
 * @param value 64 bits; 0 for none
 * @param trouble why it is not the one that was written; empty if it is
 */
record SmKey(long value, String trouble) {
    /** None. */
    static final SmKey NONE = new SmKey(0, "");

    private static final Logger LOG = LoggerFactory.getLogger(SmKey.class);

    /**
     * A wrong one is reported, without itself: it is a secret.
     *
     * @param before the one in force, which stays then
     */
    static SmKey of(String text, SmKey before) {
        String digits = text.strip().toLowerCase(Locale.ROOT);
        try {
            return new SmKey(
                    digits.startsWith("0x")
                            ? Long.parseUnsignedLong(digits.substring(2), 16)
                            : Long.parseUnsignedLong(digits),
                    "");
        } catch (NumberFormatException e) {
            String trouble =
                    "smKey in org.rdmaagent.multicast.sa.cfg is no number of 64 bits, decimal or"
                            + " with 0x: "
                            + (before.value() == 0
                                    ? "the subnet is asked without it"
                                    : "the one before stays in force");
            LOG.warn("{}", trouble);
            return new SmKey(before.value(), trouble);
        }
    }
}
