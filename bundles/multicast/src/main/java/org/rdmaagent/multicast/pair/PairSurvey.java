// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;

/**
 * Which queue pairs there were at a moment.
 *
 * @param seen what each was attached to
 */
public record PairSurvey(Map<Place, List<MulticastAttachment>> seen) {
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
                                                    .collect(
                                                            Collectors.toMap(
                                                                    PairSurvey::place,
                                                                    QueuePair::attachments,
                                                                    (one, same) -> one)))));
        } catch (NotYetException | RdmaException e) {
            return Optional.empty();
        }
    }

    private static Place place(QueuePair pair) {
        return new Place(pair.device(), pair.number());
    }
}
