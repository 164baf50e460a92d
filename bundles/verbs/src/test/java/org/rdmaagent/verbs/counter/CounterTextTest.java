// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CounterTextTest {
    static Stream<Arguments> numbers() {
        return Stream.of(
                Arguments.of("0\n", "0"),
                Arguments.of("17\n", "17"),
                Arguments.of(" 17 \n", "17"),
                Arguments.of("4294967295\n", "4294967295"),
                Arguments.of("9223372036854775808\n", "9223372036854775808"),
                Arguments.of("18446744073709551615\n", "18446744073709551615"));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void aNumberAndALineEndIsAValue(String text, String expected) {
        RawCounter raw = CounterText.parse(text);
        assertTrue(raw.available(), raw.reason());
        assertEquals(expected, Long.toUnsignedString(raw.value()));
        assertEquals("", raw.reason());
    }

    static Stream<Arguments> badTexts() {
        return Stream.of(
                Arguments.of("", "the file is empty: the driver gave no value"),
                Arguments.of("\n", "the file is empty: the driver gave no value"),
                Arguments.of(" \t", "the file is empty: the driver gave no value"),
                Arguments.of("N/A (no PMA)\n", "the driver says 'N/A (no PMA)'"),
                Arguments.of("N/A (no PMA)", "the driver says 'N/A (no PMA)'"),
                Arguments.of("1234", "truncated: '1234' has no line end"),
                Arguments.of("-1\n", "negative: '-1'"),
                Arguments.of("+1\n", "not a number: '+1'"),
                Arguments.of("0x10\n", "not a number: '0x10'"),
                Arguments.of("1.5\n", "not a number: '1.5'"),
                Arguments.of("1 2\n", "not a number: '1 2'"),
                Arguments.of("1\n2\n", "not a number: '1?2'"),
                Arguments.of("\u0661\u0662\n", "not a number: '??'"),
                Arguments.of("\u0000\u0007\n", "not a number: '??'"),
                Arguments.of(
                        "18446744073709551616\n",
                        "does not fit into 64 bits: '18446744073709551616'"),
                Arguments.of("x".repeat(5000) + "\n", "not a number: '" + "x".repeat(40) + "...'"));
    }

    @ParameterizedTest
    @MethodSource("badTexts")
    void anythingElseIsNoValueAndSaysWhy(String text, String reason) {
        assertEquals(RawCounter.missing(reason), CounterText.parse(text));
    }

    @Test
    void randomTextsNeverThrowAndEitherHaveAValueOrAReason() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int rounds = Boolean.getBoolean("rdma.long") ? 5_000_000 : 50_000;
        String alphabet = "0123456789-+ \n\tN/A.xé\u0000\uD83D";
        for (int round = 0; round < rounds; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(24); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            RawCounter raw = CounterText.parse(text.toString());
            assertEquals(raw.available(), raw.reason().isEmpty(), "seed " + seed + ": " + text);
            assertFalse(!raw.available() && raw.value() != 0, "seed " + seed + ": " + text);
        }
    }
}
