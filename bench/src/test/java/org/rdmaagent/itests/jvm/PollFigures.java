// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/**
 * What the JVMs of a JDK measured, see {@code CompletionFigures} and {@code CallFigures}.
 *
 * @param jdk its version
 * @param figures by table, row, batch and what
 * @param swaps the fields of the rows about swaps, by row
 * @param missing why rows are not there
 */
record PollFigures(
        String jdk,
        Map<Key, Figure> figures,
        Map<String, List<Double>> swaps,
        Map<String, String> missing) {
    private static final double PERCENT = 100;

    /**
     * Where a figure belongs.
     *
     * @param table of the page
     * @param row the way to poll
     * @param batch the most completions of a poll; 0 where that means nothing
     * @param what was measured
     */
    record Key(String table, String row, int batch, String what) {}

    /**
     * A figure and its spread.
     *
     * @param median of the samples
     * @param low a quarter of them is less
     * @param high a quarter of them is more
     */
    record Figure(double median, double low, double high) {
        /** Of several processes, the one in the middle; of two that are, the one that is more. */
        static Figure middle(List<Figure> all) {
            List<Figure> sorted =
                    all.stream().sorted(Comparator.comparingDouble(Figure::median)).toList();
            return sorted.get(sorted.size() / 2);
        }
    }

    static PollFigures parse(String jdk, String text) {
        Map<Key, List<Figure>> processes = new LinkedHashMap<>();
        Map<String, List<Double>> swaps = new LinkedHashMap<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            List<String> fields = List.of(line.split("\t", -1));
            switch (fields.get(0)) {
                case "figure" ->
                        processes
                                .computeIfAbsent(key(fields), unused -> new ArrayList<>())
                                .add(figure(fields));
                case "swaps" -> swaps.put(fields.get(1), numbers(fields.subList(2, fields.size())));
                case "missing" -> missing.put(fields.get(1), fields.get(2));
                default -> {
                    // what a library wrote
                }
            }
        }
        Map<Key, Figure> figures = new LinkedHashMap<>();
        DisturbedProcesses disturbed = DisturbedProcesses.of(processes);
        processes.forEach(
                (key, each) -> figures.put(key, Figure.middle(disturbed.without(key, each))));
        return new PollFigures(jdk, figures, swaps, missing);
    }

    private static Key key(List<String> fields) {
        int batch = Integer.parseInt(fields.get(3));
        return new Key(fields.get(1), fields.get(2), batch, fields.get(4));
    }

    private static Figure figure(List<String> fields) {
        List<Double> numbers = numbers(fields.subList(5, 8));
        return new Figure(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    private static List<Double> numbers(List<String> fields) {
        return fields.stream().map(Double::valueOf).toList();
    }

    /** The rows of a table, in their order. */
    List<String> rows(String table) {
        return figures.keySet().stream()
                .filter(key -> key.table().equals(table))
                .map(Key::row)
                .distinct()
                .toList();
    }

    /** A figure, if it was measured. */
    Optional<Figure> at(String table, String row, int batch, String what) {
        return Optional.ofNullable(figures.get(new Key(table, row, batch, what)));
    }

    /** A figure by that of C: the median of the ratios of all rounds. */
    Optional<Double> byC(String table, String row, int batch, String what) {
        return at(table, row, batch, what + CompletionFigures.BY_C).map(Figure::median);
    }

    /**
     * The part of a row's samples that was undisturbed, at the batch size where it was the least,
     * and whether all count at one of them; empty if the row was not measured.
     */
    String undisturbed(String table, String row) {
        String all =
                overBatches(table, row, CompletionFigures.ALL_COUNT).max().orElse(0) > 0
                        ? ", all"
                        : "";
        OptionalDouble share = overBatches(table, row, CompletionFigures.QUIET).min();
        return share.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "%.1f %%%s", share.getAsDouble() * PERCENT, all);
    }

    private DoubleStream overBatches(String table, String row, String what) {
        return CompletionFigures.BATCHES.stream()
                .flatMap(batch -> at(table, row, batch, what).stream())
                .mapToDouble(Figure::median);
    }

    /** The most bytes that a completion cost in any row. */
    double mostBytes() {
        return figures.entrySet().stream()
                .filter(entry -> entry.getKey().what().equals(CompletionFigures.BYTES))
                .mapToDouble(entry -> entry.getValue().median())
                .max()
                .orElse(Double.NaN);
    }
}
