// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import org.rdmaagent.Lid;

/**
 * What a switch's line tells of its management port.
 *
 * @param enhanced whether it is a full endpoint
 * @param lid the LID of the switch
 * @param lmc the LMC of the switch
 */
record PortZero(boolean enhanced, Lid lid, int lmc) {
    static final PortZero NONE = new PortZero(false, Lid.NONE, 0);

    static PortZero read(LineCursor in) {
        boolean enhanced = in.skipBlanks().accept("enhanced");
        if (!(enhanced || in.accept("base")) || !in.skipBlanks().accept("port 0")) {
            in.complain(
                    "'enhanced port 0' or 'base port 0' is missing"
                            + in.here()
                            + "; the line seems to be cut off");
            return new PortZero(enhanced, Lid.NONE, 0);
        }
        Lid lid = in.skipBlanks().accept("lid") ? PortLine.lid(in) : Lid.NONE;
        int lmc = in.skipBlanks().accept("lmc") ? PortLine.lmc(in) : 0;
        return new PortZero(enhanced, lid, lmc);
    }
}
