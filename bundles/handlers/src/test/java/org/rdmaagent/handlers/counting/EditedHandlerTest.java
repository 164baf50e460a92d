// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the component runtime is told of the handler that counts. */
class EditedHandlerTest {
    private static final String DESCRIPTION =
            "/OSGI-INF/" + CountingHandler.class.getName() + ".xml";

    /** Without this it makes another object for each edit, which counts from 0. */
    @Test
    void anEditOfItsFileKeepsTheHandler() throws IOException, NoSuchMethodException {
        String description;
        try (InputStream in = CountingHandler.class.getResourceAsStream(DESCRIPTION)) {
            assertTrue(in != null, DESCRIPTION);
            description = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertTrue(description.contains(" modified=\"modified\""), description);
        assertEquals(
                void.class, CountingHandler.class.getDeclaredMethod("modified").getReturnType());
    }
}
