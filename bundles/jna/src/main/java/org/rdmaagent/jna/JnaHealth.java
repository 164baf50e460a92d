// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.util.List;
import java.util.stream.Collectors;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;

/** Whether the libraries of the chosen provider are there. */
final class JnaHealth implements HealthCheck {
    private static final String NAME = "nativeLibraries";

    private final NativeLibraries libraries;

    JnaHealth(NativeLibraries libraries) {
        this.libraries = libraries;
    }

    @Override
    public HealthResult check() {
        return grade(libraries.needed());
    }

    static HealthResult grade(List<NativeLibrary> rows) {
        List<NativeLibrary> missing = rows.stream().filter(row -> !row.loaded()).toList();
        if (missing.isEmpty()) {
            String all =
                    rows.stream()
                            .map(row -> row.name() + " " + row.version())
                            .collect(Collectors.joining(", "));
            return new HealthResult(NAME, HealthGrade.OK, all.strip());
        }
        String reasons =
                missing.stream()
                        .map(NativeLibrary::reason)
                        .distinct()
                        .collect(Collectors.joining("; "));
        HealthGrade grade = missing.size() == rows.size() ? HealthGrade.CRITICAL : HealthGrade.WARN;
        return new HealthResult(NAME, grade, reasons);
    }
}
