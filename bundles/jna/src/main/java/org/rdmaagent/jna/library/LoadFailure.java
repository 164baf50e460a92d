// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

/** What the operator reads about a library that does not load. */
final class LoadFailure {
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
        if (text.contains("cannot open shared object file") || text.contains("Unable to load")) {
            return soname
                    + " is not installed ("
                    + text
                    + "); install it (Debian: apt-get install "
                    + debianPackage
                    + ") and restart the agent";
        }
        return soname
                + " does not load ("
                + text
                + "); reinstall "
                + debianPackage
                + " for this machine's architecture and restart the agent";
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
        String message = String.valueOf(error.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
