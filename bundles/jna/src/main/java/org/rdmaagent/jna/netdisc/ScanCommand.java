// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rdmaagent.jna.netdisc.child.ScanMain;

/**
 * Starts the JVM that a scan runs in: small, quick to start, without a trace on disk outside its
 * folder, and with the agent's environment (a simulator's preload and address are there) but for
 * the variables that give every JVM options: a debugger's port, for one, is taken by the agent.
 */
final class ScanCommand {
    private static final List<String> FOR_EVERY_JVM =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    private static final int FIRST_WITH_NATIVE_ACCESS = 22;

    private final ChildClasses classes;

    ScanCommand(ChildClasses classes) {
        this.classes = classes;
    }

    /**
     * Starts it; its standard output is the answer, its error output the library's words.
     *
     * @param folder where it may leave files
     */
    Process start(Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(arguments(folder)).directory(folder.toFile());
        FOR_EVERY_JVM.forEach(builder.environment()::remove);
        return builder.start();
    }

    private List<String> arguments(Path folder) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        arguments.addAll(
                List.of(
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-Xms8m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-XX:-UsePerfData",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("hs_err.log"),
                        "-XX:+DisplayVMOutputToStderr",
                        "-Xlog:disable",
                        "-Xlog:all=error:stderr",
                        "-Djava.io.tmpdir=" + folder));
        if (Runtime.version().feature() >= FIRST_WITH_NATIVE_ACCESS) {
            arguments.add("--enable-native-access=ALL-UNNAMED");
        }
        arguments.addAll(classes.options());
        arguments.add("-cp");
        arguments.add(
                classes.classPath().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        arguments.add(ScanMain.class.getName());
        return arguments;
    }
}
