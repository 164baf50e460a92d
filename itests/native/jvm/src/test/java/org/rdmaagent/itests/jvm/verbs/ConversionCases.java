// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Native;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.Rate;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** The values of the API beside the exported functions of libibverbs, for every constant. */
final class ConversionCases {
    private static final int NOTHING = -1;

    /** The largest code of enum ibv_rate and some beyond. */
    private static final int CODES = 32;

    private static final int LARGEST_MULTIPLE = 700;

    static {
        Native.register(ConversionCases.class, "libibverbs.so.1");
    }

    private ConversionCases() {}

    static native int ibv_rate_to_mult(int rate);

    static native int mult_to_ibv_rate(int multiple);

    static native int ibv_rate_to_mbps(int rate);

    static native int mbps_to_ibv_rate(int megabits);

    static native String ibv_wc_status_str(int status);

    static native String ibv_event_type_str(int type);

    static List<NamedCase> all() {
        return List.of(
                new NamedCase(
                        "the library's multiples are those noted", ConversionCases::multiples),
                new NamedCase("the library's megabits are those noted", ConversionCases::megabits),
                new NamedCase(
                        "rows marked as differing differ, the others do not",
                        ConversionCases::rows),
                new NamedCase("the way back from a multiple agrees", ConversionCases::fromMultiple),
                new NamedCase("the way back from megabits agrees", ConversionCases::fromMegabits),
                new NamedCase("every status has a text of its own", ConversionCases::statuses),
                new NamedCase("every event has a text of its own", ConversionCases::events));
    }

    private static int code(OptionalInt value) {
        return value.orElse(NOTHING);
    }

    private static void multiples() {
        for (Rate rate : Rate.values()) {
            assertEquals(code(rate.libraryMultiple()), ibv_rate_to_mult(rate.code()), rate.name());
        }
        for (int code = 0; code < CODES; code++) {
            if (Rate.ofCode(code).isEmpty()) {
                assertEquals(NOTHING, ibv_rate_to_mult(code), "code " + code);
            }
        }
    }

    /** The library answers 0 and not -1 for the rate of the port. */
    private static void megabits() {
        for (Rate rate : Rate.values()) {
            int told = ibv_rate_to_mbps(rate.code());
            assertEquals(
                    code(rate.libraryMegabitsPerSecond()), told == 0 ? NOTHING : told, rate.name());
        }
        for (int code = 0; code < CODES; code++) {
            if (Rate.ofCode(code).isEmpty()) {
                assertEquals(NOTHING, ibv_rate_to_mbps(code), "code " + code);
            }
        }
    }

    private static void rows() {
        int differing = 0;
        for (Rate rate : Rate.values()) {
            boolean same =
                    code(rate.multiple()) == ibv_rate_to_mult(rate.code())
                            && code(rate.megabitsPerSecond())
                                    == code(present(ibv_rate_to_mbps(rate.code())));
            assertEquals(rate.libraryDiffers(), !same, rate.name());
            differing += same ? 0 : 1;
        }
        assertNotEquals(0, differing);
    }

    private static OptionalInt present(int value) {
        return value <= 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static void fromMultiple() {
        for (int multiple = 0; multiple <= LARGEST_MULTIPLE; multiple++) {
            Rate ours = Rate.ofMultiple(multiple);
            int theirs = mult_to_ibv_rate(multiple);
            boolean known = ours.libraryMultiple().isPresent() || ours == Rate.MAX;
            boolean theirsAlone =
                    Rate.ofCode(theirs).filter(rate -> rate.multiple().isEmpty()).isPresent()
                            && theirs != 0;
            if (known && !theirsAlone) {
                assertEquals(theirs, ours.code(), "multiple " + multiple);
            } else {
                assertNotEquals(theirs, ours.code(), "multiple " + multiple);
            }
        }
    }

    private static void fromMegabits() {
        for (Rate rate : Rate.values()) {
            OptionalInt megabits = rate.megabitsPerSecond();
            if (megabits.isPresent() && rate.libraryMegabitsPerSecond().isPresent()) {
                int value = megabits.getAsInt();
                assertEquals(rate.code(), mbps_to_ibv_rate(value), rate.name());
                assertEquals(rate, Rate.ofMegabitsPerSecond(value));
            }
        }
        assertEquals(Rate.MAX.code(), mbps_to_ibv_rate(12_345));
        assertEquals(Rate.MAX, Rate.ofMegabitsPerSecond(12_345));
    }

    private static void statuses() {
        Set<String> texts = new HashSet<>();
        for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
            if (status != WorkCompletionStatus.UNKNOWN) {
                assertTrue(texts.add(ibv_wc_status_str(status.code())), status.name());
            }
        }
        String unknown = ibv_wc_status_str(WorkCompletionStatus.values().length + 1);
        assertFalse(texts.contains(unknown), unknown);
    }

    /** The speed change came after this library: it may have no text for it. */
    private static void events() {
        Set<String> texts = new HashSet<>();
        for (AsyncEventType type : AsyncEventType.values()) {
            if (type != AsyncEventType.UNKNOWN && type != AsyncEventType.DEVICE_SPEED_CHANGE) {
                assertTrue(texts.add(ibv_event_type_str(type.code())), type.name());
            }
        }
        assertFalse(texts.contains(ibv_event_type_str(1000)));
    }
}
