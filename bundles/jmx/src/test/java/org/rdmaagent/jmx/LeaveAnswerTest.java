// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;

class LeaveAnswerTest {
    private final MemoryMulticast multicast = new MemoryMulticast();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JOINED    | ''      | membership news of 239.1.2.3 is left",
                "JOINING   | ''      | the join of membership news of 239.1.2.3 is cancelled",
                "FAILED    | no port | membership news of 239.1.2.3 was no member (no port); it is"
                        + " removed",
                "LOST      | SM gone | membership news of 239.1.2.3 was lost (SM gone); it is not"
                        + " joined again",
                "REJOINING | ''      | membership news of 239.1.2.3 was lost; it is not joined"
                        + " again",
            })
    void saysWhatItDidFromWhereItStood(MembershipState before, String reason, String answer) {
        Membership membership = put(MemoryMulticast.without(before, reason, Errno.NONE));
        assertEquals(answer, LeaveAnswer.leave(membership));
        assertEquals(Optional.empty(), multicast.membership("news"));
    }

    @Test
    void ofAFileItSaysWhatBringsItBack() {
        assertEquals(
                "membership news of 239.1.2.3 is left; its file, org.rdmaagent.multicast-news.cfg"
                        + " if that is how it is named, joins again when a change of it is saved"
                        + " or the agent is restarted: remove the file to stay out for good",
                LeaveAnswer.leave(put(MemoryMulticast.joined(true))));
    }

    @Test
    void whatCannotBeLeftIsRefusedWithoutAnAnswer() {
        Membership membership = put(MemoryMulticast.joined(false));
        RdmaException twice =
                new RdmaException("rdma_leave_multicast", Errno.of(99), "news", "it is left");
        multicast.refusal = Optional.of(twice);
        assertEquals(twice, assertThrows(RdmaException.class, () -> LeaveAnswer.leave(membership)));
    }

    private Membership put(MembershipStatus status) {
        multicast.put("news", status);
        return multicast.membership("news").orElseThrow();
    }
}
