// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.util.ArrayList;
import java.util.List;

/** Figures of one and the same thing. */
final class Samples {
    private static final int QUARTERS = 4;

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    int count() {
        return values.size();
    }

    double median() {
        return quarter(2);
    }

    double largest() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** 1: a quarter of them is less; 3: a quarter of them is more. */
    double quarter(int which) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) * which / QUARTERS);
    }
}
