// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with an option is said before anything is built, unpacked or started. */
class OptionsIT {
    private final Path folder;

    OptionsIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--bogus | unknown option --bogus",
                "now | unknown option now",
                "--provider | --provider wants a value",
                "--provider real | --provider is auto, native or sim, not 'real'",
                "--http-port | --http-port wants a value",
                "--http-port 0 | --http-port wants a TCP port, 1 to 65535, not '0'",
                "--http-port 65536 | --http-port wants a TCP port, 1 to 65535, not '65536'",
                "--http-port=http | --http-port wants a TCP port, 1 to 65535, not 'http'",
                "--jmx-port -1 | --jmx-port wants a TCP port, 1 to 65535, not '-1'",
                "--jmx-port 999999999999 | --jmx-port wants a TCP port",
                "--topology /no/such.topo | no such file: /no/such.topo",
                "--topology / | not a file: /",
                "--topology /dev/null | not a file: /dev/null",
                "--provider native --topology run | not with --provider native",
                "--home | --home wants a folder",
                "--http-port 08181 | --http-port wants a TCP port, 1 to 65535, not '08181'",
                "--home /tmp/per%cent | the home '/tmp/per%cent' has a blank or one of",
                "--home /tmp/com,ma | the home '/tmp/com,ma' has a blank or one of",
                "--home /tmp/col:on | the home '/tmp/col:on' has a blank or one of",
            })
    void aBadOptionIsNamedAndEndsWithStatusTwo(String options, String complaint)
            throws IOException, InterruptedException {
        Outcome outcome = run(options.split(" ", -1));
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains(complaint), outcome.text());
    }

    @Test
    void anEmptyTopologyFileIsRefused() throws IOException, InterruptedException {
        Path empty = Files.createFile(folder.resolve("empty.topo"));
        Outcome outcome = run("--topology", empty.toString());
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("empty file: " + empty), outcome.text());
    }

    @Test
    void aForeignFolderIsNotTakenAsHome() throws IOException, InterruptedException {
        Path kept = Files.writeString(folder.resolve("thesis.txt"), "mine");
        Outcome outcome = run("--home", folder.toString());
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("no home of an agent"), outcome.text());
        assertEquals("mine", Files.readString(kept));
        assertFalse(Files.exists(folder.resolve("bin")));
    }

    @Test
    void aHomeWithABlankIsRefusedBeforeAnythingIsMade() throws IOException, InterruptedException {
        Path home = folder.resolve("with blank");
        Outcome outcome = run("--home", home.toString());
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("give another with --home"), outcome.text());
        assertFalse(Files.exists(home));
    }

    @Test
    void aLinkToTheCommandWorks() throws IOException, InterruptedException {
        Path link = folder.resolve("agent");
        Files.createSymbolicLink(link, ProjectTree.root().resolve("run"));
        Process process =
                new ProcessBuilder(link.toString(), "--help")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        assertTrue(text.contains("--topology"), text);
    }

    @Test
    void helpListsEveryOption() throws IOException, InterruptedException {
        Outcome outcome = run("--help");
        assertEquals(0, outcome.status());
        for (String option :
                List.of("--provider", "--topology", "--http-port", "--jmx-port", "--home")) {
            assertTrue(outcome.text().contains(option), outcome.text());
        }
    }

    private record Outcome(int status, String text) {}

    private static Outcome run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("./run"));
        command.addAll(Arrays.asList(options));
        Process process =
                new ProcessBuilder(command)
                        .directory(ProjectTree.root().toFile())
                        .redirectErrorStream(true)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), text);
    }
}
