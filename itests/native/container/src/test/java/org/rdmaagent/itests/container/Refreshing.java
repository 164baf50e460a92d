// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.wiring.FrameworkWiring;

/** Has the framework wire a bundle anew. */
final class Refreshing {
    private static final long LIMIT_SECONDS = 60;

    private Refreshing() {}

    /** Waits for its end. */
    static void refresh(BundleContext context, Bundle bundle) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        FrameworkListener listener = event -> done.countDown();
        context.getBundle(0).adapt(FrameworkWiring.class).refreshBundles(List.of(bundle), listener);
        assertTrue("refreshed", done.await(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
}
