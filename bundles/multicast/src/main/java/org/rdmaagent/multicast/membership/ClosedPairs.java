// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.verbs.QpNumber;

/**
 * Queue pairs that were closed with their context, which is opened anew.
 *
 * @param device where they were
 * @param numbers theirs; new ones may have got the same
 */
public record ClosedPairs(String device, List<QpNumber> numbers) {
    boolean contains(String ofDevice, Optional<QpNumber> number) {
        return device.equals(ofDevice) && number.filter(numbers::contains).isPresent();
    }
}
