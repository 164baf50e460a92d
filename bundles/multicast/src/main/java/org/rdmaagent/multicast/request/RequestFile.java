// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.Map;

/**
 * One configuration of {@code org.rdmaagent.multicast}. Its fields are guarded by the lock of
 * {@link RequestFiles}.
 */
public final class RequestFile {
    private final RequestFiles files;
    private String name = "";
    private String id = "";
    private Map<String, ?> keys = Map.of();

    /** One of these. */
    public RequestFile(RequestFiles files) {
        this.files = files;
    }

    /**
     * It says this now. Where another file has its name, it waits until that one goes; what cannot
     * be is told by the health check and in the log.
     */
    public void read(Map<String, ?> given) {
        files.read(this, given);
    }

    /** It is gone: its membership is left. */
    public void remove() {
        files.remove(this);
    }

    /** The name of its membership; empty before it was read. */
    String name() {
        return name;
    }

    /** The name of the file itself. */
    String id() {
        return id;
    }

    Map<String, ?> keys() {
        return keys;
    }

    /** For now, or for when it has its name. */
    void keep(Map<String, ?> given) {
        KeyTexts texts = new KeyTexts(given);
        name = texts.name();
        id = texts.file();
        keys = Map.copyOf(given);
    }

    /** Its membership would be called so. */
    static String nameOf(Map<String, ?> given) {
        return new KeyTexts(given).name();
    }
}
