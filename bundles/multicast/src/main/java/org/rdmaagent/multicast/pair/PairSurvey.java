// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.QpNumber;

/**
 * Which queue pairs there were at a moment.
 *
 * @param seen each as device and number
 */
public record PairSurvey(Set<Place> seen) {
    /**
     * Where a queue pair is.
     *
     * @param device its device
     * @param number its number
     */
    public record Place(String device, QpNumber number) {}

    /** Looks; empty if the verbs are away. */
    public static Optional<PairSurvey> take(VerbsAccess verbs) {
        try {
            return Optional.of(
                    verbs.with(
                            service ->
                                    new PairSurvey(
                                            service.queuePairs().stream()
                                                    .map(
                                                            pair ->
                                                                    new Place(
                                                                            pair.device(),
                                                                            pair.number()))
                                                    .collect(Collectors.toSet()))));
        } catch (NotYetException | RdmaException e) {
            return Optional.empty();
        }
    }
}
