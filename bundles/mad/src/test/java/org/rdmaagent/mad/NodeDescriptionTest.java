// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeDescriptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "node1 mlx5_0", "Übergröße", "节点", "\ud83d\ude00"})
    void a_text_is_read_as_it_was_written(String text) {
        NodeDescription description = new NodeDescription(text);

        assertEquals(description, NodeDescription.decode(description.encode()));
    }

    @Test
    void sixty_four_bytes_need_no_zero_behind_them() {
        String text = "x".repeat(64);

        assertEquals(text, NodeDescription.decode(text.getBytes(UTF_8)).text());
    }

    @Test
    void what_stands_behind_a_zero_is_not_read() {
        byte[] data = Arrays.copyOf("name\0rest".getBytes(UTF_8), 64);

        assertEquals("name", NodeDescription.decode(data).text());
    }

    @Test
    void bytes_that_are_not_utf_8_are_read_as_latin_1() {
        byte[] data = Arrays.copyOf("Straße".getBytes(ISO_8859_1), 64);

        assertEquals("Straße", NodeDescription.decode(data).text());
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 61, 62, 63, 64})
    void a_text_that_is_too_long_is_cut_between_characters(int ascii) {
        String text = "x".repeat(ascii) + "\ud83d\ude00";

        String read = NodeDescription.decode(new NodeDescription(text).encode()).text();

        assertEquals(ascii == 60 ? text : "x".repeat(ascii), read);
    }

    @Test
    void what_is_not_used_is_zero() {
        byte[] expected = new byte[64];
        expected[0] = 'a';

        assertArrayEquals(expected, new NodeDescription("a").encode());
    }
}
