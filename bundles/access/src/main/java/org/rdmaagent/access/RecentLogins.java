// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Good logins of the last minute, so that a monitoring system does not pay a slow hash for every
 * scrape. Passwords are held as digests under a key that lives as long as this object. An entry
 * that is too old to serve still tells that these were the right ones not long ago. Any number of
 * threads.
 */
final class RecentLogins {
    private static final int CAPACITY = 256;
    private static final long FRESH_NANOS = Duration.ofSeconds(60).toNanos();
    private static final long KNOWN_NANOS = Duration.ofMinutes(30).toNanos();

    private record Login(Subject subject, long atNanos, long realm) {}

    private final LongSupplier nanoTime;
    private final SecretKeySpec key;
    private final Map<String, Login> entries =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Login> eldest) {
                    return size() > CAPACITY;
                }
            };

    RecentLogins(LongSupplier nanoTime, SecureRandom random) {
        this.nanoTime = nanoTime;
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** Names a user with a password; says nothing about either. */
    String ticket(String user, char[] password) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(user.getBytes(UTF_8));
            mac.update((byte) 0);
            ByteBuffer bytes = UTF_8.encode(CharBuffer.wrap(password));
            mac.update(bytes);
            return Base64.getEncoder().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    /**
     * The subject of a login less than 60 s old, under the realm as it is now; null if there is
     * none.
     */
    synchronized @Nullable Subject fresh(String ticket, long realm) {
        Login entry = entries.get(ticket);
        if (entry == null || entry.realm() != realm) {
            return null;
        }
        return nanoTime.getAsLong() - entry.atNanos() < FRESH_NANOS ? entry.subject() : null;
    }

    /** Whether this was a good login in the last half hour. */
    synchronized boolean known(String ticket) {
        Login entry = entries.get(ticket);
        return entry != null && nanoTime.getAsLong() - entry.atNanos() < KNOWN_NANOS;
    }

    synchronized void add(String ticket, Subject subject, long realm) {
        entries.put(ticket, new Login(subject, nanoTime.getAsLong(), realm));
    }

    synchronized void remove(String ticket) {
        entries.remove(ticket);
    }
}
