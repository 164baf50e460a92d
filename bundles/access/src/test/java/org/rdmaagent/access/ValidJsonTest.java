// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.jolokia.json.JSONObject;
import org.jolokia.json.parser.JSONParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A strange character blinds nobody: every answer over HTTP is JSON, and says what was there. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ValidJsonTest {
    private static final String BEAN = "rdma:type=Speaker,device=d,port=1";

    /** Says what the test tells it. */
    public static final class Speaker implements SpeakerMXBean {
        private volatile String text = "";

        @Override
        public String getText() {
            return text;
        }
    }

    private static final Speaker SPEAKER = new Speaker();
    private static HttpRoad road;

    @BeforeAll
    static void start() throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(SPEAKER, new ObjectName(BEAN));
        road = new HttpRoad(true);
    }

    @AfterAll
    static void stop() throws Exception {
        road.close();
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
    }

    static Stream<Integer> controls() {
        return IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7f, 0xa0)).boxed();
    }

    @ParameterizedTest
    @MethodSource("controls")
    void aControlCharacterArrivesAsItIs(int control) throws Exception {
        String character = Character.toString(control);
        assertArrives("a" + character + "b = x");
        assertArrives("\\" + character + character + "\"" + character);
    }

    @Test
    void allControlCharactersTogetherArrive() throws Exception {
        StringBuilder text = new StringBuilder();
        controls().forEach(control -> text.appendCodePoint(control));
        assertArrives(text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u000;",
                "\\\\u000;",
                "\\\u000b\\u000;",
                "u000;",
                "\\u001?",
                "\\u000b;",
                "001?:;<=>?",
                "\u00e4\u4e2d\ud83d\ude00\u2028 \\"
            })
    void aTextThatOnlyLooksLikeAnEscapeStaysWhatItIs(String text) throws Exception {
        assertArrives(text);
    }

    @Test
    void aTextOfManyBuffersArrives() throws Exception {
        for (int shift = 0; shift < 6; shift++) {
            assertArrives("x".repeat(shift) + "\u000b\u001f\\u000;\u0001".repeat(20_000));
        }
    }

    private static void assertArrives(String text) throws Exception {
        SPEAKER.text = text;
        String json = answer("/read/" + BEAN + "/Text");
        JsonStrings.check(json);
        JSONObject parsed = (JSONObject) new JSONParser().parse(json);
        assertEquals(text, parsed.get("value"));
    }

    private static String answer(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + road.port() + "/jolokia" + path);
        HttpURLConnection connection =
                (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        String[] login = HttpRoad.basic("viewer").split(": ", 2);
        connection.setRequestProperty(login[0], login[1]);
        assertEquals(200, connection.getResponseCode());
        assertTrue(connection.getContentType().contains("json"), connection.getContentType());
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), UTF_8);
        }
    }
}
