// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.netdisc.child.ScanQuestion;

class ScanQuestionTest {
    private static final ScanQuestion QUESTION =
            new ScanQuestion(
                    1L << 40, "mlx4_0", 2, List.of(1, 255), 3, 16, 500, 4, 1, true, 1L << 63);

    private static byte[] written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        QUESTION.writeTo(bytes);
        return bytes.toByteArray();
    }

    @Test
    void itIsReadAsItWasWrittenAndNoByteMore() throws IOException {
        byte[] bytes = Arrays.copyOf(written(), written().length + 5);
        ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
        assertEquals(QUESTION, ScanQuestion.readFrom(stream));
        assertEquals(5, stream.available());
    }

    @Test
    void cutOffAtAnyByteOrOfAnotherKindItIsRefused() throws IOException {
        byte[] whole = written();
        for (int length = 0; length < whole.length; length++) {
            ByteArrayInputStream part = new ByteArrayInputStream(whole, 0, length);
            assertThrows(IOException.class, () -> ScanQuestion.readFrom(part), "at " + length);
        }
        whole[0]++;
        assertThrows(
                IOException.class, () -> ScanQuestion.readFrom(new ByteArrayInputStream(whole)));
    }
}
