// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.jna.layout.OffsetProbeTest.Headers;

/** Writes rows of the layout, as they are in this JVM, for a compiler whose programs cannot run. */
public final class LayoutAssertions {
    private LayoutAssertions() {}

    /**
     * Writes.
     *
     * @param arguments which of the headers, from 0; the file of C
     */
    public static void main(String[] arguments) throws IOException {
        Headers headers = OffsetProbeTest.headers().toList().get(Integer.parseInt(arguments[0]));
        Files.write(Path.of(arguments[1]), lines(headers));
    }

    private static List<String> lines(Headers headers) {
        List<String> lines = new ArrayList<>();
        lines.add("#define _GNU_SOURCE"); // Dl_info of dlfcn.h
        lines.add("#include <stddef.h>");
        headers.headers().forEach(header -> lines.add("#include <" + header + ">"));
        for (CField field : headers.fields()) {
            String name = field.struct() + "." + field.member();
            lines.add(equal(OffsetProbeTest.offset(field), field.offset(), "offset of " + name));
            lines.add(equal(OffsetProbeTest.size(field), field.size(), "size of " + name));
        }
        for (String row : headers.sizes()) {
            int space = row.lastIndexOf(' ');
            String type = row.substring(0, space);
            int bytes = Integer.parseInt(row.substring(space + 1));
            lines.add(equal("sizeof(" + type + ")", bytes, "size of " + type));
        }
        return lines;
    }

    private static String equal(String theirs, int ours, String what) {
        return "_Static_assert(" + theirs + " == " + ours + ", \"" + what + " is " + ours + "\");";
    }
}
