// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import javax.management.MBeanOperationInfo;
import org.rdmaagent.fabric.FabricProblem;

/** {@code rdma:type=Fabric,device=D,port=N}; the texts are in the annotations. */
@About(
        "The subnet behind an InfiniBand port, as the last sweep found it. Reading an attribute"
                + " sends nothing; discover() sweeps.")
public interface FabricMXBean {
    @About("Who carries the packets: jna (a real port) or sim (an invented subnet).")
    String getProvider();

    @About("Whether a sweep runs now.")
    boolean isRunning();

    @About("Switches found; 0 before the first sweep.")
    int getSwitchCount();

    @About("Channel adapters (hosts, storage) found; 0 before the first sweep.")
    int getCaCount();

    @About("Routers found; 0 before the first sweep.")
    int getRouterCount();

    @About("Cables found; one that loops back counts too.")
    int getLinkCount();

    @About("Whether every question of the last sweep got its answer; false before the first sweep.")
    boolean isComplete();

    @About("How many questions of the last sweep got no good answer.")
    int getFailedPathCount();

    @About(
            "The questions without a good answer, the first 10000 of them: route, node, port (-1:"
                    + " the node), attribute, status, attempts.")
    List<FailedPathRow> getFailedPaths();

    @About("How many things are wrong in the subnet.")
    int getProblemCount();

    @About(
            "What is wrong in the subnet, the first 10000: kind (a fixed word), subject, text with"
                    + " what to do.")
    List<FabricProblem> getProblems();

    @About("How long the last sweep took, rounded up. Unit: milliseconds.")
    long getSweepMillis();

    @About("Subnet management packets that the last sweep sent, repeats included.")
    long getSmpsUsed();

    @About("Repeats among SmpsUsed.")
    long getRetries();

    @About("Questions of the last sweep given up for want of an answer.")
    long getTimeouts();

    @About("When the last sweep began, ISO 8601 in UTC; empty before the first one.")
    String getLastSweepAt();

    @About(
            "Why the last sweep had no result at all; 'no sweep yet' before the first, and with"
                + " more words after the fabric bundle was replaced; empty if there is a result.")
    String getLastError();

    @About("The engine that sweeps.")
    String getEngine();

    @About("The engines that there are.")
    List<String> getEngines();

    @About("How many packets may be outstanding at a time; see setMaxSmpsOnWire.")
    int getMaxSmpsOnWire();

    @About("The formats that export knows.")
    List<String> getExportFormats();

    @About(
            value =
                    "Sweeps the whole subnet and waits for the end; joins a sweep that runs."
                            + " Returns counts and cost.",
            impact = MBeanOperationInfo.ACTION)
    SweepSummary discover();

    @About(value = "Forgets the last result.", impact = MBeanOperationInfo.ACTION)
    void destroy();

    @About(
            value =
                    "Sets how many packets may be outstanding at a time, from the next sweep on."
                            + " Returns the previous value.",
            impact = MBeanOperationInfo.ACTION_INFO)
    int setMaxSmpsOnWire(@About("1 to 1024") int smps);

    @About(
            value = "The last result as text; large: 18,000 nodes give megabytes.",
            impact = MBeanOperationInfo.INFO)
    String export(@About("one of ExportFormats: ibnetdiscover, json") String format);
}
