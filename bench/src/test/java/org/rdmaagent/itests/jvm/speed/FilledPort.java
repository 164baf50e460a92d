// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A port with completions before each call that is measured. */
@State(Scope.Thread)
public class FilledPort extends OpenPort {
    /** How many there are. */
    static final int COMPLETIONS = 4000;

    /** All of them. */
    @Setup(Level.Invocation)
    public void fill() {
        Card.fill(queue().pair(), COMPLETIONS);
    }
}
