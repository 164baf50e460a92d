// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;

class JoinRequestTest {
    private static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    private static final PortId PORT = new PortId("rxe0", 1);

    @Test
    void isUsuallyAFullMemberThatCounts() {
        JoinRequest request = JoinRequest.by(PORT, GROUP);
        assertEquals(Optional.of(PORT), request.port());
        assertEquals(PortSpace.UDP, request.portSpace());
        assertEquals(MemberKind.FULL_MEMBER, request.memberKind());
        assertTrue(request.loopback());
        assertTrue(request.counted());
        assertEquals(request, request.change().build());
    }

    @Test
    void keepsWhatIsNotChanged() {
        JoinRequest request =
                JoinRequest.by("10.0.0.1", GROUP)
                        .change()
                        .name("feed-1")
                        .portSpace(PortSpace.IPOIB)
                        .memberKind(MemberKind.SEND_ONLY)
                        .loopback(false)
                        .queuePair("feed")
                        .receiveBuffers(16)
                        .receiveBytes(4096)
                        .counted(false)
                        .build();
        assertEquals(request, request.change().build());
        assertEquals("feed-1", request.name().orElseThrow());
        assertEquals("10.0.0.1", request.localAddress().orElseThrow());
    }

    @Test
    void needsExactlyOneWay() {
        var builder = new JoinRequestBuilder(GROUP);
        assertRefused("not neither", builder);
        assertRefused("not both", builder.port(PORT).localAddress("10.0.0.1"));
    }

    @Test
    void namesWhatIsOutOfRange() {
        assertRefused("1..16384, not 0", JoinRequest.by(PORT, GROUP).change().receiveBuffers(0));
        assertRefused("1..4096, not 4097", JoinRequest.by(PORT, GROUP).change().receiveBytes(4097));
        assertRefused("not a b", JoinRequest.by(PORT, GROUP).change().name("a b"));
        assertRefused("not an empty text", JoinRequest.by(PORT, GROUP).change().name(""));
        assertRefused(
                "not " + "n".repeat(77) + "...",
                JoinRequest.by(PORT, GROUP).change().name("n".repeat(70_000)));
    }

    private static void assertRefused(String words, JoinRequestBuilder builder) {
        var refusal = assertThrows(IllegalArgumentException.class, builder::build);
        String text = String.valueOf(refusal.getMessage());
        assertTrue(text.contains(words), text);
    }
}
