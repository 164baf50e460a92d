// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import java.util.Optional;
import java.util.stream.Stream;

/** What the operator reads about a library that does not load. */
final class LoadFailure {
    /** As dlopen(3) of glibc says it. */
    private static final String NO_SUCH_FILE =
            ": cannot open shared object file: No such file or directory";

    private LoadFailure() {}

    /**
     * @param error of {@code NativeLibrary.getInstance} or of JNA's own start
     */
    static String notLoaded(String soname, String debianPackage, LinkageError error) {
        String text = firstLine(error);
        if (text.contains("jnidispatch") || text.contains("com.sun.jna")) {
            return "JNA's own native part does not load ("
                    + text
                    + "); give the JVM a temporary folder whose file system allows execution:"
                    + " -Djna.tmpdir=FOLDER";
        }
        Optional<String> broken =
                lines(error).filter(line -> !missing(line, soname + NO_SUCH_FILE)).findFirst();
        if (broken.isEmpty()) {
            return soname
                    + " is not installed (No such file or directory); install it (Debian: apt-get"
                    + " install "
                    + debianPackage
                    + ") and restart the agent";
        }
        return soname
                + " does not load ("
                + broken.get()
                + "); reinstall "
                + debianPackage
                + " for this machine's architecture and restart the agent";
    }

    /**
     * Whether the line says no more than that this file is missing; that another one is missing,
     * which the library needs, is a different failure.
     */
    private static boolean missing(String line, String thisFile) {
        return line.startsWith("Unable to load library")
                || line.contains("not found in resource path")
                || line.equals(thisFile)
                || line.endsWith("/" + thisFile);
    }

    /**
     * @param error of {@code Native.register}: it names the function that is missing
     */
    static String notBound(String soname, String debianPackage, LinkageError error) {
        return soname
                + " lacks a function ("
                + firstLine(error)
                + "); it is older or newer than what the agent knows: install "
                + debianPackage
                + " of rdma-core 17 or newer with this soname";
    }

    private static String firstLine(LinkageError error) {
        return lines(error).findFirst().orElse("no reason given");
    }

    /** JNA tells each of its attempts in a line of its own. */
    private static Stream<String> lines(LinkageError error) {
        return String.valueOf(error.getMessage())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty());
    }
}
