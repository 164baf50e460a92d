// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A word that only this process knows: whoever sees it in a request is the door we put up, nobody
 * else.
 */
final class ProbeMark {
    static final String HEADER = "Rdma-Agent-Probe";

    private final String word;
    private volatile boolean seen;

    ProbeMark(SecureRandom random) {
        byte[] bytes = new byte[18];
        random.nextBytes(bytes);
        word = Base64.getUrlEncoder().encodeToString(bytes);
    }

    String word() {
        return word;
    }

    void look(@Nullable String header) {
        if (word.equals(header)) {
            seen = true;
        }
    }

    boolean seen() {
        return seen;
    }
}
