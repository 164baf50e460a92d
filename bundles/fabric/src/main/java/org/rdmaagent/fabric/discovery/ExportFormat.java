// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.Arrays;
import java.util.List;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;

/** The texts that a result can be had as. */
enum ExportFormat {
    /** The text of ibnetdiscover(8). */
    IBNETDISCOVER("ibnetdiscover"),
    /** Columns, for machines. */
    JSON("json");

    private final String label;

    ExportFormat(String label) {
        this.label = label;
    }

    String write(Topology topology) {
        return switch (this) {
            case IBNETDISCOVER -> IbnetdiscoverWriter.write(topology);
            case JSON -> TopologyJson.write(topology);
        };
    }

    /**
     * The result that there is.
     *
     * @throws IllegalStateException if there is none
     */
    static Topology exportable(SweepState state) {
        return state.result()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "there is no result for "
                                                + state.port()
                                                + " to export; discover first"));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(format -> format.label).toList();
    }

    static ExportFormat of(String label) {
        for (ExportFormat format : values()) {
            if (format.label.equals(label)) {
                return format;
            }
        }
        throw new IllegalArgumentException(
                "there is no format '" + label + "'; there are " + labels());
    }
}
