// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** The class loaders of handlers that have gone, all of which garbage collection should take. */
final class FormerLoaders {
    private static final long COLLECTION_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    /** Notes the one that a bundle has now. */
    void note(Bundle bundle) {
        loaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
    }

    /** Collects garbage until none stays. */
    void assertGone() throws Exception {
        assertAtMostStay(0);
    }

    /** Collects garbage until so many stay at the most. */
    void assertAtMostStay(int most) throws Exception {
        long end = System.nanoTime() + COLLECTION_NANOS;
        long staying;
        do {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            staying = loaders.stream().filter(loader -> loader.get() != null).count();
        } while (staying > most && System.nanoTime() < end);
        if (staying > most) {
            throw new AssertionError(staying + " loaders stay: " + SwappedBundle.evidence());
        }
    }
}
