// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A slow salted hash of a password, as text: {@code pbkdf2-sha512$iterations$salt$hash}, the last
 * two in base64.
 */
final class PasswordHash {
    /** About 0.1 s of one core: what OWASP's cheat sheet asks of PBKDF2 with SHA-512. */
    static final int ITERATIONS = 210_000;

    private static final String SCHEME = "pbkdf2-sha512";
    private static final String ALGORITHM = "PBKDF2WithHmacSHA512";
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    static PasswordHash of(char[] password, SecureRandom random, int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PasswordHash parse(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4 || !parts[0].equals(SCHEME)) {
            throw new IllegalArgumentException("not a " + SCHEME + " hash");
        }
        int iterations = Integer.parseInt(parts[1]);
        Base64.Decoder decoder = Base64.getDecoder();
        byte[] salt = decoder.decode(parts[2]);
        byte[] hash = decoder.decode(parts[3]);
        if (iterations < 1 || salt.length == 0 || hash.length != HASH_BITS / 8) {
            throw new IllegalArgumentException("a " + SCHEME + " hash with wrong parts");
        }
        return new PasswordHash(iterations, salt, hash);
    }

    String text() {
        Base64.Encoder encoder = Base64.getEncoder();
        return SCHEME
                + "$"
                + iterations
                + "$"
                + encoder.encodeToString(salt)
                + "$"
                + encoder.encodeToString(hash);
    }

    /** Takes as long for a wrong password as for the right one. */
    boolean matches(char[] password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    private static byte[] derive(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        } finally {
            spec.clearPassword();
        }
    }
}
