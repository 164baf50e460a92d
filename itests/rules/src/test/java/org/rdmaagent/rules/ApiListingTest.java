// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The exported packages against the listing that is checked in: until there is a release to compare
 * with, a change of the API is a change of a file that a reviewer sees. {@code -Drdma.update=true}
 * writes it anew.
 */
class ApiListingTest {
    @ParameterizedTest
    @ValueSource(strings = {"api", "spi", "mad", "sim"})
    void theApiIsTheOneThatIsListed(String bundle) throws IOException {
        Path listing = Tree.root().resolve("bundles").resolve(bundle).resolve("api.txt");
        String now = ApiListing.of(Tree.jarOf(bundle));
        if (Boolean.getBoolean("rdma.update")) {
            Files.writeString(listing, now);
        }
        assertEquals(
                Files.exists(listing) ? Files.readString(listing) : "",
                now,
                "the API of "
                        + bundle
                        + " changed: if that is meant, run the tests with -Drdma.update=true, raise"
                        + " the package version and note it in CHANGELOG.md");
    }
}
