// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/** A question that failed, kept until the end: the node's description may still come. */
record FailedRequest(SmpRequest request, String status) {}
