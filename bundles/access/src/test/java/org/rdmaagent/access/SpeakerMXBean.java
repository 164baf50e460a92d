// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

/** Says a text. */
public interface SpeakerMXBean {
    /** For viewers. */
    String getText();
}
