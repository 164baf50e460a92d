// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

/**
 * An answer that is no.
 *
 * @param status HTTP status
 * @param text what is wrong and what to do, in one line
 */
record Refusal(int status, String text) {}
