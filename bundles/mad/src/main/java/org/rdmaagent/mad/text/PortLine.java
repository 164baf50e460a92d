// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

/**
 * A line that says where a port's cable leads.
 *
 * @param line its number in the file
 * @param port the port, 1 to 254
 * @param portGuid its GUID; zero on a switch
 * @param lid its LID; none on a switch
 * @param lmc its LMC
 * @param peer the node at the other end
 * @param peerPort the port there, 1 to 254
 * @param peerPortGuid that port's GUID; zero if the peer is a switch
 * @param peerDescription that node's description
 * @param peerLid that port's LID, or that switch's
 * @param width lanes; null if not told or unknown
 * @param speed rate of a lane; null if not told or unknown
 */
record PortLine(
        int line,
        int port,
        Guid portGuid,
        Lid lid,
        int lmc,
        NodeName peer,
        int peerPort,
        Guid peerPortGuid,
        String peerDescription,
        Lid peerLid,
        @Nullable LinkWidth width,
        @Nullable LinkSpeed speed) {
    /** Ports of a node: 255 is reserved (IBTA volume 1, section 4.1.4). */
    static final int LAST_PORT = 254;

    /**
     * Reads a line, from its first bracket.
     *
     * @throws BadLineException if it does not say which ports it joins
     */
    static PortLine read(LineCursor in, int line, ProblemList problems) {
        int port = bracketed(in, "port number");
        in.skipBlanks();
        Guid portGuid = in.guidInParentheses();
        in.skipBlanks();
        NodeName peer = NodeName.read(in);
        int peerPort = bracketed(in, "peer's port number");
        in.skipBlanks();
        Guid peerPortGuid = softGuid(in);
        if (!in.skipBlanks().accept('#')) {
            in.complain("'#' is missing" + in.here() + "; the line seems to be cut off");
        }
        Lid lid = Lid.NONE;
        int lmc = 0;
        if (in.skipBlanks().accept("lid")) {
            lid = lid(in);
            lmc = in.skipBlanks().accept("lmc") ? lmc(in) : 0;
        }
        String description = in.description();
        Lid peerLid = Lid.NONE;
        if (in.skipBlanks().accept("lid")) {
            peerLid = lid(in);
        }
        Rate rate = Rate.read(in.skipBlanks().word(), line, problems);
        return new PortLine(
                line,
                port,
                portGuid,
                lid,
                lmc,
                peer,
                peerPort,
                peerPortGuid,
                description,
                peerLid,
                rate.width(),
                rate.speed());
    }

    /** {@code [3]}, and behind it the external number that the -g option adds. */
    private static int bracketed(LineCursor in, String what) {
        in.expect('[', "before the " + what);
        int port = in.number(1, LAST_PORT, what);
        in.expect(']', "behind the " + what);
        if (in.accept("[ext ")) {
            in.number(0, 255, "external port number");
            in.expect(']', "behind the external port number");
        }
        return port;
    }

    private static Guid softGuid(LineCursor in) {
        try {
            return in.guidInParentheses();
        } catch (BadLineException e) {
            in.complain(e.getMessage() + "; the port GUID was left out");
            return Guid.ZERO;
        }
    }

    static Lid lid(LineCursor in) {
        int lid = in.skipBlanks().softNumber(0, 0xffff, "LID");
        return lid > 0 ? new Lid(lid) : Lid.NONE;
    }

    static int lmc(LineCursor in) {
        return Math.max(0, in.skipBlanks().softNumber(0, 7, "LMC"));
    }
}
