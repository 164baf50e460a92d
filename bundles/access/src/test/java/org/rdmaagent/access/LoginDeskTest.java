// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import javax.security.auth.Subject;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import org.junit.jupiter.api.Test;

final class LoginDeskTest {
    private long nanos = Long.MAX_VALUE - 1_000; // wraps soon, as nanoTime may
    private int asked;
    private long generation;
    private boolean ready = true;

    private final LoginDesk desk =
            new LoginDesk(
                    new LoginDesk.Realm() {
                        @Override
                        public Subject login(String user, char[] password, String address)
                                throws LoginException {
                            asked++;
                            if (!new String(password).equals(user + "-word")) {
                                throw new FailedLoginException("login failed");
                            }
                            return new Subject();
                        }

                        @Override
                        public boolean ready() {
                            return ready;
                        }

                        @Override
                        public long generation() {
                            return generation;
                        }
                    },
                    () -> nanos,
                    new SecureRandom());

    @Test
    void aGoodLoginIsNotHashedAgainForAMinute() {
        good("viewer", "a");
        good("viewer", "b");
        assertEquals(1, asked);
        later(Duration.ofSeconds(59));
        good("viewer", "a");
        assertEquals(1, asked);
        later(Duration.ofSeconds(2));
        good("viewer", "a");
        assertEquals(2, asked);
    }

    @Test
    void aChangedRealmEndsTheMinute() {
        good("viewer", "a");
        generation++;
        good("viewer", "a");
        assertEquals(2, asked);
    }

    @Test
    void guessingSlowsDownToEightSeconds() {
        for (int i = 0; i < 4; i++) {
            assertEquals(Duration.ZERO, bad("viewer", "a"));
        }
        for (int seconds : new int[] {1, 2, 4, 8, 8, 8}) {
            assertEquals(Duration.ofSeconds(seconds), bad("viewer", "a"));
            int before = asked;
            later(Duration.ofMillis(seconds * 1000L - 1));
            assertEquals(Duration.ofMillis(1), bad("viewer", "a"), "too early");
            assertEquals(before, asked, "nobody looked");
            later(Duration.ofMillis(1));
        }
    }

    @Test
    void theRightPasswordWaitsToo() {
        guess(10, "viewer", "a");
        assertNull(desk.login("viewer", "viewer-word".toCharArray(), "a").subject());
        later(Duration.ofSeconds(8));
        good("viewer", "a");
    }

    @Test
    void theOwnerElsewhereWaitsTwoSecondsAtMost() {
        guess(200, "viewer", "stranger");
        LoginDesk.Answer answer = desk.login("viewer", "viewer-word".toCharArray(), "home");
        assertTrue(answer.pause().compareTo(Duration.ofSeconds(2)) <= 0, answer.toString());
        later(Duration.ofSeconds(2));
        good("viewer", "home");
    }

    @Test
    void whoWasRightBeforeIsNotHeldUp() {
        good("viewer", "a");
        later(Duration.ofMinutes(2));
        guess(50, "viewer", "a");
        good("viewer", "a");
    }

    @Test
    void manyUsersFromOneAddressAreSlowedDownAsOne() {
        for (int i = 0; i < 40; i++) {
            bad("user" + i, "a");
            later(Duration.ofMillis(10));
        }
        assertTrue(bad("another", "a").compareTo(Duration.ZERO) > 0);
        assertEquals(Duration.ZERO, bad("another", "b"));
    }

    @Test
    void failuresAreForgottenAfterFiveMinutes() {
        guess(20, "viewer", "a");
        later(Duration.ofMinutes(6));
        assertEquals(Duration.ZERO, bad("viewer", "a"));
    }

    @Test
    void beforeTheRealmIsReadyNothingIsCounted() {
        ready = false;
        for (int i = 0; i < 50; i++) {
            assertNull(desk.login("viewer", "viewer-word".toCharArray(), "a").subject());
        }
        assertEquals(0, asked);
        ready = true;
        good("viewer", "a");
    }

    @Test
    void memoryIsBounded() {
        LoginThrottle throttle = new LoginThrottle(() -> nanos);
        for (int i = 0; i < 20_000; i++) {
            throttle.failed("address" + i, "user" + i);
        }
        assertEquals(LoginThrottle.CAPACITY, throttle.size());
    }

    private void good(String user, String address) {
        assertNotNull(desk.login(user, (user + "-word").toCharArray(), address).subject());
    }

    private Duration bad(String user, String address) {
        LoginDesk.Answer answer = desk.login(user, "wrong".toCharArray(), address);
        assertNull(answer.subject());
        return answer.pause();
    }

    private void guess(int times, String user, String address) {
        for (int i = 0; i < times; i++) {
            later(bad(user, address));
        }
        bad(user, address);
    }

    private void later(Duration time) {
        nanos += time.toNanos();
    }
}
