// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.jna.layout.IbvDeviceAttrEx;

/** A C program that asks {@code ibv_query_device_ex(3)}: a line {@code member value} each. */
final class ExtendedProgram {
    private static final String BEGINNING =
            """
            #include <stdio.h>
            #include <infiniband/verbs.h>

            int main(void)
            {
                struct ibv_device **list = ibv_get_device_list(NULL);
                struct ibv_context *context = list && *list ? ibv_open_device(*list) : NULL;
                struct ibv_device_attr_ex attr = { };

                if (!context || ibv_query_device_ex(context, NULL, &attr))
                    return 1;
            """;

    private static final String END =
            """
                ibv_close_device(context);
                ibv_free_device_list(list);
                return 0;
            }
            """;

    private ExtendedProgram() {}

    /** The command; the program lies in the folder. */
    static List<String> compiled(Path folder) throws IOException, InterruptedException {
        List<String> source = new ArrayList<>(List.of(BEGINNING));
        for (IbvDeviceAttrEx field : IbvDeviceAttrEx.values()) {
            source.add(
                    "printf(\"%s %lld\\n\", \""
                            + field.member()
                            + "\", (long long) attr."
                            + field.member()
                            + ");");
        }
        source.add(END);
        Path file = Files.write(folder.resolve("extended.c"), source);
        Path program = folder.resolve("extended");
        GccRun.compile(folder, file, program, "-libverbs");
        return List.of(program.toString());
    }
}
