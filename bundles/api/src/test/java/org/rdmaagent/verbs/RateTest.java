// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rates and their conversions, as the kernel has them. */
class RateTest {
    @ParameterizedTest
    @EnumSource
    void aRateIsFoundByItsCode(Rate rate) {
        assertEquals(Optional.of(rate), Rate.ofCode(rate.code()));
    }

    @ParameterizedTest
    @EnumSource
    void multipleAndRateGoForthAndBack(Rate rate) {
        rate.multiple().ifPresent(multiple -> assertEquals(rate, Rate.ofMultiple(multiple)));
    }

    @ParameterizedTest
    @EnumSource
    void megabitsAndRateGoForthAndBack(Rate rate) {
        rate.megabitsPerSecond()
                .ifPresent(megabits -> assertEquals(rate, Rate.ofMegabitsPerSecond(megabits)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAX")
    void theMultipleIsThatOfTheNominalRate(Rate rate) {
        double nominal = Double.parseDouble(rate.name().substring(5).replace('_', '.'));
        int known = rate.multiple().orElseGet(() -> rate.libraryMultiple().orElseThrow());
        assertEquals(nominal / 2.5, known, 0.5);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAX")
    void theSignallingRateIsAtMostASixteenthAboveTheNominalOne(Rate rate) {
        double nominal = Double.parseDouble(rate.name().substring(5).replace('_', '.')) * 1000;
        int known =
                rate.megabitsPerSecond()
                        .orElseGet(() -> rate.libraryMegabitsPerSecond().orElseThrow());
        assertTrue(known >= nominal && known <= nominal * 17 / 16, rate::name);
    }

    @ParameterizedTest
    @EnumSource
    void aRateDiffersIfAnAnswerDiffers(Rate rate) {
        assertEquals(
                !rate.multiple().equals(rate.libraryMultiple())
                        || !rate.megabitsPerSecond().equals(rate.libraryMegabitsPerSecond()),
                rate.libraryDiffers());
    }

    @Test
    void whatNobodyHasIsTheRateOfThePort() {
        Set<Integer> multiples =
                Arrays.stream(Rate.values())
                        .flatMap(rate -> rate.multiple().stream().boxed())
                        .collect(Collectors.toCollection(HashSet::new));
        for (int multiple = -2; multiple < 1000; multiple++) {
            assertEquals(!multiples.contains(multiple), Rate.ofMultiple(multiple) == Rate.MAX);
        }
        assertEquals(Rate.MAX, Rate.ofMegabitsPerSecond(0));
        assertEquals(Rate.MAX, Rate.ofMegabitsPerSecond(-1));
        assertTrue(Rate.MAX.multiple().isEmpty());
        assertTrue(Rate.ofCode(1).isEmpty());
    }
}
