// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccountsTest {
    private static final String VIEWER_VARIABLE = "RDMA_AGENT_VIEWER_PASSWORD";
    private static final Map<String, String> ALL =
            Map.of(
                    VIEWER_VARIABLE,
                    "v-word",
                    "RDMA_AGENT_MANAGER_PASSWORD",
                    "m-word",
                    "RDMA_AGENT_ADMIN_PASSWORD",
                    "a-word");

    @TempDir private Path folder = Path.of("");

    @Test
    void theFirstStartMakesRandomPasswordsThatOnlyTheOwnerReads() throws Exception {
        Accounts accounts = start(Map.of());
        for (Path file : new Path[] {told(), kept()}) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        Properties noted = noted();
        for (LoginName login : LoginName.values()) {
            String password = noted.getProperty(login.user());
            assertTrue(password.matches("[A-Za-z0-9_-]{24}"), "144 bits, good in a URL");
            assertEquals(Optional.of(login), login(accounts, login.user(), password));
            assertFalse(Files.readString(kept(), UTF_8).contains(password), "hashes only");
        }
        assertEquals(3, noted.size());
        assertEquals("logins: " + told(), accounts.announcement());
        assertNotEquals(noted.getProperty("viewer"), noted.getProperty("admin"));
    }

    @Test
    void theNextStartKeepsThem() throws Exception {
        start(Map.of());
        String note = Files.readString(told(), UTF_8);
        String hashes = Files.readString(kept(), UTF_8);
        start(Map.of());
        assertEquals(note, Files.readString(told(), UTF_8));
        assertEquals(hashes, Files.readString(kept(), UTF_8));
    }

    @Test
    void aDeletedNoteChangesNoPassword() throws Exception {
        start(Map.of());
        String password = noted().getProperty("admin");
        Files.delete(told());
        Accounts again = start(Map.of());
        assertFalse(Files.exists(told()), "it does not come back");
        assertEquals(Optional.of(LoginName.ADMIN), login(again, "admin", password));
        assertEquals("logins: as before (" + told() + " was deleted)", again.announcement());
    }

    @Test
    void lostHashesAreMadeAgainFromTheNote() throws Exception {
        start(Map.of());
        String password = noted().getProperty("manager");
        Files.delete(kept());
        assertEquals(Optional.of(LoginName.MANAGER), login(start(Map.of()), "manager", password));
    }

    @Test
    void theEnvironmentWinsAndLeavesNoNote() throws Exception {
        start(Map.of());
        String random = noted().getProperty("viewer");
        Accounts accounts = start(ALL);
        assertEquals(Optional.of(LoginName.VIEWER), login(accounts, "viewer", "v-word"));
        assertEquals(Optional.empty(), login(accounts, "viewer", random));
        assertFalse(Files.exists(told()));
        assertEquals("logins: from the environment", accounts.announcement());
        Accounts later = start(Map.of());
        assertEquals(Optional.of(LoginName.VIEWER), login(later, "viewer", "v-word"));
    }

    @Test
    void aChangedVariableWinsAtTheNextStart() {
        start(Map.of(VIEWER_VARIABLE, "one"));
        Accounts accounts = start(Map.of(VIEWER_VARIABLE, "two"));
        assertEquals(Optional.of(LoginName.VIEWER), login(accounts, "viewer", "two"));
        assertEquals(Optional.empty(), login(accounts, "viewer", "one"));
    }

    @Test
    void theNoteNamesOnlyWhatTheEnvironmentDoesNotSet() throws Exception {
        start(Map.of(VIEWER_VARIABLE, "one"));
        assertEquals(Set.of("manager", "admin"), noted().stringPropertyNames());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\t"})
    void anEmptyVariableIsNoPassword(String empty) throws Exception {
        Accounts accounts = start(Map.of(VIEWER_VARIABLE, empty));
        assertEquals(Optional.empty(), login(accounts, "viewer", empty));
        assertEquals(
                Optional.of(LoginName.VIEWER),
                login(accounts, "viewer", noted().getProperty("viewer")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "viewer = ",
                "viewer = plain",
                "viewer = pbkdf2-sha512$0$AAAA$AAAA",
                "viewer = pbkdf2-sha512$x$AAAA$AAAA",
                "viewer = pbkdf2-sha512$1000$$",
                "\u0000\u0001",
                "viewer",
            })
    void aSpoiledHashFileLetsNobodyIn(String text) throws Exception {
        Files.createDirectories(kept().getParent());
        Files.writeString(kept(), text, UTF_8);
        Accounts accounts = start(Map.of());
        for (String guess : new String[] {"", "plain", "pbkdf2-sha512$1000$$"}) {
            assertEquals(Optional.empty(), login(accounts, "viewer", guess));
        }
        assertEquals(
                Optional.of(LoginName.VIEWER),
                login(accounts, "viewer", noted().getProperty("viewer")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Admin", "ADMIN", "karaf", "root", "admin "})
    void nobodyElseIsKnown(String user) {
        assertEquals(Optional.empty(), login(start(ALL), user, "a-word"));
    }

    @Test
    void rolesIncludeTheLesserOnes() {
        assertEquals("[viewer, manager, admin]", LoginName.ADMIN.roles().toString());
        assertEquals("[viewer, manager]", LoginName.MANAGER.roles().toString());
        assertEquals("[viewer]", LoginName.VIEWER.roles().toString());
    }

    @Test
    void aHashIsReadBack() {
        PasswordHash hash = PasswordHash.of("pässword".toCharArray(), new SecureRandom(), 1000);
        assertTrue(PasswordHash.parse(hash.text()).matches("pässword".toCharArray()));
        assertFalse(PasswordHash.parse(hash.text()).matches("password".toCharArray()));
        assertThrows(IllegalArgumentException.class, () -> PasswordHash.parse("admin"));
    }

    private Accounts start(Map<String, String> environment) {
        return new Accounts(
                environment,
                new PrivateFile(told()),
                new PrivateFile(kept()),
                new SecureRandom(),
                1000);
    }

    private static Optional<LoginName> login(Accounts accounts, String user, String password) {
        return accounts.login(user, password.toCharArray());
    }

    private Path told() {
        return folder.resolve("etc/rdma-agent-logins");
    }

    private Path kept() {
        return folder.resolve("data/rdma-agent/logins");
    }

    private Properties noted() throws Exception {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(told(), UTF_8)) {
            properties.load(reader);
        }
        return properties;
    }
}
