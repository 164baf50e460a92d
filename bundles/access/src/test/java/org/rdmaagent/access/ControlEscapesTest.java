// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.jolokia.json.JSONArray;
import org.jolokia.json.parser.JSONParser;
import org.junit.jupiter.api.Test;

final class ControlEscapesTest {
    private static final String PIECES = "\u000b\u001f\u0001\u000f\\\\u000;:?1\"\u00e4b\n\u007f";

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    @Test
    void anyTextInPiecesOfAnySizeArrives() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(PIECES.charAt(random.nextInt(PIECES.length())));
            }
            JSONArray array = new JSONArray();
            array.add(text.toString());
            sent.reset();
            inPieces(array.toJSONString().getBytes(UTF_8), random);
            String json = sent.toString(UTF_8);
            JsonStrings.check(json);
            assertEquals(array, new JSONParser().parse(json), "seed " + seed);
            assertEquals(array.toJSONString().length(), json.length(), "seed " + seed);
        }
    }

    private void inPieces(byte[] json, Random random) throws IOException {
        try (ServletOutputStream out = new ValidJsonStream(new Kept())) {
            int at = 0;
            while (at < json.length) {
                int length = Math.min(json.length - at, random.nextInt(9));
                if (length == 1) {
                    out.write(json[at]);
                } else {
                    out.write(json, at, length);
                }
                at += length;
            }
        }
    }

    private final class Kept extends ServletOutputStream {
        @Override
        public void write(int written) {
            sent.write(written);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("everything is taken at once");
        }
    }
}
