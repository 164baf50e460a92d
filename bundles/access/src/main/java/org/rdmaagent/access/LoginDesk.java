// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginException;
import org.jspecify.annotations.Nullable;

/**
 * Where user and password are shown, from HTTP and from JMX. One password is hashed at a time:
 * guesses queue up and are counted before the next one is looked at, and a burst of right logins
 * costs one hash.
 */
final class LoginDesk {
    /** The realm behind: who it is, or a LoginException. */
    interface Realm {
        Subject login(String user, char[] password, String address) throws LoginException;

        /** Whether it knows its accounts; false in the first moments of a start. */
        boolean ready();

        /** Another number whenever its accounts may have changed. */
        long generation();
    }

    /**
     * The answer.
     *
     * @param subject who it is; null if refused
     * @param pause if refused, how long to wait before an attempt is looked at again
     */
    record Answer(@Nullable Subject subject, Duration pause) {
        static Answer refused(Duration pause) {
            return new Answer(null, pause);
        }
    }

    private static final Duration BUSY = Duration.ofSeconds(1);
    private static final long PATIENCE_MILLIS = 2_000;

    private final Realm realm;
    private final LoginThrottle throttle;
    private final RecentLogins recent;
    private final ReentrantLock desk = new ReentrantLock(true);

    LoginDesk(Realm realm, LongSupplier nanoTime, SecureRandom random) {
        this.realm = realm;
        this.throttle = new LoginThrottle(nanoTime);
        this.recent = new RecentLogins(nanoTime, random);
    }

    /** Looks at a login; comes back within a few seconds. */
    Answer login(String user, char[] password, String address) {
        if (!realm.ready()) {
            return Answer.refused(BUSY); // not counted: nobody looked
        }
        String ticket = recent.ticket(user, password);
        Subject known = recent.fresh(ticket, realm.generation());
        if (known != null) {
            return new Answer(known, Duration.ZERO);
        }
        try {
            if (!desk.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return Answer.refused(BUSY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.refused(BUSY);
        }
        try {
            return atTheDesk(user, password, address, ticket);
        } finally {
            desk.unlock();
        }
    }

    private Answer atTheDesk(String user, char[] password, String address, String ticket) {
        long generation = realm.generation();
        Subject known = recent.fresh(ticket, generation);
        if (known != null) {
            return new Answer(known, Duration.ZERO);
        }
        Duration pause = throttle.pause(address, user);
        // Who was right half an hour ago is not held up by somebody else's guesses.
        if (!pause.isZero() && !recent.known(ticket)) {
            return Answer.refused(pause);
        }
        try {
            Subject subject = realm.login(user, password, address);
            throttle.succeeded(address, user);
            recent.add(ticket, subject, generation);
            return new Answer(subject, Duration.ZERO);
        } catch (LoginException e) {
            recent.remove(ticket);
            throttle.failed(address, user);
            return Answer.refused(throttle.pause(address, user));
        }
    }
}
