// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.List;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;

/** The same on a Java that has {@code java.lang.foreign}, with the ports that take it. */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
@ContainerJava.Newer
@ExamOnCard.LongForm
public class BundlesByFfmOnCardIT extends BundlesOnCardIT {
    @Override
    List<LoopPort> ports() {
        return LoopPort.ofNewerJava();
    }

    /**
     * A method that is being executed, compiled by C2 with what it knew of a class then, keeps that
     * class until it returns. After minutes of load under the first revision of the bundle one such
     * is on some stack: its loader stays, in whose heap dump nothing refers to it, and not where C2
     * is switched off. What we would hold ourselves would be one at each refresh.
     */
    @Override
    int keptByTheJvm() {
        return 1;
    }
}
