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
public class HandlersByFfmOnCardIT extends HandlersOnCardIT {
    @Override
    List<LoopPort> ports() {
        return LoopPort.ofNewerJava();
    }
}
