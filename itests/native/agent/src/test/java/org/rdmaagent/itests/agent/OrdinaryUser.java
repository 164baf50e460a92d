// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.jvm.NativeTools;

/** A user without privileges: nobody where the tests run as root, else whoever runs them. */
final class OrdinaryUser {
    private static final String NAME = "nobody";
    private static final String ID = "65534";

    private OrdinaryUser() {}

    static boolean isRoot() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    }

    /** What starts a program as that user. */
    static List<String> prefix() throws IOException {
        List<String> prefix = new ArrayList<>();
        if (isRoot()) {
            prefix.add(NativeTools.program("setpriv", "util-linux"));
            prefix.addAll(
                    List.of("--reuid=" + ID, "--regid=" + ID, "--clear-groups", "--no-new-privs"));
        }
        return prefix;
    }

    /** Gives it a folder, or skips the test where it cannot come to the project's. */
    static void owns(Path folder) throws IOException {
        if (!isRoot()) {
            return;
        }
        for (Path each = folder.getParent(); each != null; each = each.getParent()) {
            boolean open =
                    Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS)
                            .contains(PosixFilePermission.OTHERS_EXECUTE);
            assumeTrue(open, "an ordinary user may not enter " + each);
        }
        UserPrincipal nobody =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NAME);
        Files.setOwner(folder, nobody);
    }
}
