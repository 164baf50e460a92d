// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's three logins: hashes, and where their passwords come from. Settled once, at the
 * start:
 *
 * <ol>
 *   <li>the environment variable wins, if it is there and not blank;
 *   <li>else the password stays what it was: its hash is kept in {@code data/rdma-agent/logins};
 *   <li>else, the hash being lost, what {@code etc/rdma-agent-logins} says;
 *   <li>else a random one is made and written there, for the operator to read and delete.
 * </ol>
 */
final class Accounts {
    private static final Logger LOG = LoggerFactory.getLogger(Accounts.class);
    private static final int RANDOM_BYTES = 18;

    /** Nobody tries out 144 random bits, however fast. */
    private static final int RANDOM_ITERATIONS = 10_000;

    private static final String HEADER =
            """
            # SPDX-License-Identifier: Apache-2.0
            # The logins that this agent made for itself. Delete the file when you have noted them: the
            # passwords stay as they are. To change one, set %s and restart the agent;
            # editing this file changes nothing.
            """;

    private final PrivateFile told;
    private final Map<LoginName, PasswordHash> hashes = new EnumMap<>(LoginName.class);
    private final Map<LoginName, String> random = new EnumMap<>(LoginName.class);
    private final boolean environmentOnly;

    /**
     * Settles the passwords.
     *
     * @param environment variables by name
     * @param told the file for the operator
     * @param kept the file for the hashes
     * @param iterations of a new hash
     */
    Accounts(
            Map<String, String> environment,
            PrivateFile told,
            PrivateFile kept,
            SecureRandom source,
            int iterations) {
        this.told = told;
        Map<String, String> notes = entries(told);
        Map<String, String> before = entries(kept);
        int fromEnvironment = 0;
        for (LoginName login : LoginName.values()) {
            String note = notes.get(login.user());
            PasswordHash old = hash(before.get(login.user()), login, kept);
            Optional<String> set = variable(environment, login);
            if (set.isPresent()) {
                fromEnvironment++;
                char[] password = set.get().toCharArray();
                boolean same = old != null && old.matches(password);
                hashes.put(login, same ? old : PasswordHash.of(password, source, iterations));
            } else if (old != null) {
                hashes.put(login, old);
                if (note != null) {
                    random.put(login, note);
                }
            } else {
                String password = note != null ? note : password(source);
                random.put(login, password);
                // The file may have been edited: only our own random passwords need no slow hash.
                int turns = note != null ? iterations : Math.min(iterations, RANDOM_ITERATIONS);
                hashes.put(login, PasswordHash.of(password.toCharArray(), source, turns));
            }
        }
        environmentOnly = fromEnvironment == LoginName.values().length;
        // The note first: if the agent dies in between, the next start reads it and makes the same
        // hash.
        writeNote(notes);
        writeHashes(kept, before);
    }

    /** Whether the password is right; an unknown user costs as much time as a known one. */
    Optional<LoginName> login(String user, char[] password) {
        Optional<LoginName> login = LoginName.of(user);
        PasswordHash hash = hashes.get(login.orElse(LoginName.VIEWER));
        boolean right = hash != null && hash.matches(password);
        return right ? login : Optional.empty();
    }

    /** Where the operator finds the logins. */
    String announcement() {
        if (told.exists()) {
            return "logins: " + told.path();
        }
        if (environmentOnly) {
            return "logins: from the environment";
        }
        return "logins: as before (" + told.path() + " was deleted)";
    }

    private static Optional<String> variable(Map<String, String> environment, LoginName login) {
        String value = environment.get(login.variable());
        if (value == null) {
            return Optional.empty();
        }
        if (value.isBlank()) {
            LOG.error(
                    "{} is set but empty: nobody can log in with an empty password. The login {}"
                            + " keeps the password it had; set the variable to a password or unset"
                            + " it.",
                    login.variable(),
                    login.user());
            return Optional.empty();
        }
        return Optional.of(value);
    }

    private static @Nullable PasswordHash hash(
            @Nullable String text, LoginName login, PrivateFile kept) {
        if (text == null) {
            return null;
        }
        try {
            return PasswordHash.parse(text);
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "The hash of {} in {} cannot be read ({}): the login gets its password anew",
                    login.user(),
                    kept.path(),
                    e.getMessage());
            return null;
        }
    }

    private static String password(SecureRandom source) {
        byte[] bytes = new byte[RANDOM_BYTES];
        source.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void writeNote(Map<String, String> notes) {
        Map<String, String> now = new TreeMap<>();
        random.forEach((login, password) -> now.put(login.user(), password));
        if (now.equals(notes)) {
            return;
        }
        if (now.isEmpty()) {
            told.delete();
            return;
        }
        List<String> variables = new ArrayList<>();
        random.keySet().forEach(login -> variables.add(login.variable()));
        StringBuilder text = new StringBuilder(HEADER.replace("%s", String.join(", ", variables)));
        now.forEach((user, password) -> text.append(user + " = " + password + "\n"));
        told.write(text.toString());
    }

    private void writeHashes(PrivateFile kept, Map<String, String> before) {
        Map<String, String> now = new TreeMap<>();
        hashes.forEach((login, hash) -> now.put(login.user(), hash.text()));
        if (now.equals(before)) {
            return;
        }
        StringBuilder text =
                new StringBuilder(
                        "# The hashes of the agent's logins; see etc/rdma-agent-logins.\n");
        now.forEach((user, hash) -> text.append(user + " = " + hash + "\n"));
        kept.write(text.toString());
    }

    private static Map<String, String> entries(PrivateFile file) {
        Map<String, String> entries = new TreeMap<>();
        Arrays.stream(file.read().split("\n"))
                .map(String::strip)
                .filter(line -> !line.startsWith("#") && line.contains("="))
                .forEach(
                        line -> {
                            int at = line.indexOf('=');
                            String value = line.substring(at + 1).strip();
                            if (!value.isEmpty()) {
                                entries.put(line.substring(0, at).strip(), value);
                            }
                        });
        return entries;
    }
}
