// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

/**
 * A cable between two ports; both may belong to one node. The ends are in order, so a cable has one
 * value whichever side it was found from.
 *
 * @param first the lower end
 * @param second the higher end
 * @param width lanes in use; null if not told
 * @param speed rate of a lane; null if not told
 */
public record FabricLink(
        LinkEnd first, LinkEnd second, @Nullable LinkWidth width, @Nullable LinkSpeed speed)
        implements Comparable<FabricLink> {
    /** Puts the ends in order. */
    public FabricLink {
        if (first.compareTo(second) > 0) {
            LinkEnd lower = second;
            second = first;
            first = lower;
        }
    }

    @Override
    public int compareTo(FabricLink other) {
        int byFirst = first.compareTo(other.first);
        return byFirst != 0 ? byFirst : second.compareTo(other.second);
    }
}
