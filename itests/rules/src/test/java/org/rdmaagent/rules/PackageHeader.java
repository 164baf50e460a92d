// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Manifest;

/** The package names of an Import-Package or Export-Package header. */
final class PackageHeader {
    private PackageHeader() {}

    static Set<String> names(Manifest manifest, String header) {
        Set<String> names = new TreeSet<>();
        String value = manifest.getMainAttributes().getValue(header);
        if (value == null) {
            return names;
        }
        // Commas inside quotes belong to version ranges and to uses directives.
        for (String clause : value.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) {
            for (String part : clause.split(";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) {
                if (!part.contains("=")) {
                    names.add(part.strip());
                }
            }
        }
        return names;
    }
}
