// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** The pages of doorbell records of a context, the newest first. The world's lock is held. */
final class DoorbellPages {
    /** Makes a page, or ends with what the creation is refused with. */
    @FunctionalInterface
    interface Maker {
        Runnable make();
    }

    /** A page and how many records of it are used. */
    private static final class Page {
        private final Runnable back;
        private int used;

        private Page(Runnable back) {
            this.back = back;
        }
    }

    private final Map<Doorbell, Deque<Page>> pages = new EnumMap<>(Doorbell.class);

    /**
     * Takes a record.
     *
     * @return gives it back, and with the last one of a page the page
     */
    Runnable take(Doorbell kind, Maker maker) {
        Deque<Page> all = pages.computeIfAbsent(kind, any -> new ArrayDeque<>());
        Page page =
                all.stream()
                        .filter(each -> each.used < kind.perPage())
                        .findFirst()
                        .orElseGet(
                                () -> {
                                    Page made = new Page(maker.make());
                                    all.addFirst(made);
                                    return made;
                                });
        page.used++;
        return () -> {
            page.used--;
            if (page.used == 0) {
                all.remove(page);
                page.back.run();
            }
        };
    }
}
