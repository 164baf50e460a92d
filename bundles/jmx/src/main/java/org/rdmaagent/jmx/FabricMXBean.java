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
    /** What a parameter "from" takes. */
    String FROM =
            "the node to begin at: a directed route as 0,1,5 (0 is the agent's own node), a LID as"
                + " 17 or 0x11, or a GUID as 0x0002c90300a1b2c3; the latter two are looked up in"
                + " the last sweep of the whole subnet";

    /** What a parameter "engine" takes. */
    String ENGINE = "java or libibnetdisc; empty for the configured one";

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

    @About(
            "What the last sweep was to find: 'whole subnet', or 'within N hops of' and a directed"
                    + " route; empty before the first one.")
    String getScope();

    @About(
            "Whether the last sweep confirmed what was known, with one question for each link,"
                    + " instead of asking everything.")
    boolean isIncremental();

    @About("Who made the last result: java or libibnetdisc; empty before the first sweep.")
    String getLastSweepEngine();

    @About(
            "The engine that sweeps where discover names none, as configured (engine in"
                    + " org.rdmaagent.fabric.cfg): java or libibnetdisc.")
    String getEngine();

    @About("The engines that there are now.")
    List<String> getEngines();

    @About("How many packets may be outstanding at a time; see setMaxSmpsOnWire.")
    int getMaxSmpsOnWire();

    @About("How much sweeps write into the log: 0 nothing, 1 steps, 2 packets; see debug.")
    int getDebugLevel();

    @About("Whether sweeps tell their progress; see showProgress.")
    boolean isProgressShown();

    @About("The formats that export knows.")
    List<String> getExportFormats();

    @About(
            value =
                    "Sweeps the whole subnet by the configured engine and waits for the end; joins"
                            + " a sweep that runs or waits and does the same. Returns counts and"
                            + " cost.",
            impact = MBeanOperationInfo.ACTION)
    SweepSummary discover();

    @About(
            value =
                    "Sweeps a part of the subnet: the nodes at most so many links away from a node,"
                            + " by the shortest way. The result takes the place of the last one.",
            impact = MBeanOperationInfo.ACTION)
    SweepSummary discover(
            @About(FROM) String from, @About("how many links to go, 0 to 63") int hops);

    @About(value = "The same by another engine.", impact = MBeanOperationInfo.ACTION)
    SweepSummary discover(
            @About(FROM) String from,
            @About("how many links to go, 0 to 63") int hops,
            @About(ENGINE) String engine);

    @About(
            value =
                    "Sweeps the whole subnet by an engine, perhaps by confirming what the last"
                            + " sweep of the whole subnet found: one question for each link.",
            impact = MBeanOperationInfo.ACTION)
    SweepSummary discover(
            @About(ENGINE) String engine,
            @About("whether to confirm what is known; java can do that, libibnetdisc cannot")
                    boolean incremental);

    @About(
            value =
                    "Ends the sweep that runs, within 100 ms, and those that wait; the last result"
                            + " stays. Returns whether there was one.",
            impact = MBeanOperationInfo.ACTION_INFO)
    boolean cancel();

    @About(
            value =
                    "Sweeps the whole subnet by two engines, one after the other, and tells what"
                            + " they do not agree in. The second one's result is kept.",
            impact = MBeanOperationInfo.ACTION_INFO)
    ComparisonSummary compare(@About(ENGINE) String first, @About(ENGINE) String second);

    @About(
            value =
                    "Forgets the last result, and what LIDs, GUIDs and incremental sweeps are"
                            + " looked up in.",
            impact = MBeanOperationInfo.ACTION)
    void destroy();

    @About(
            value =
                    "Sets how much the sweeps from this port write into the log, at once, also of a"
                            + " sweep that runs (libibnetdisc itself tells more or less from the"
                            + " next one on). Returns the previous level.",
            impact = MBeanOperationInfo.ACTION_INFO)
    int debug(
            @About("0 nothing, 1 each sweep's steps and what goes wrong, 2 each packet") int level);

    @About(
            value =
                    "Whether sweeps from this port tell their progress, by the notification"
                            + " rdma.fabric.progress and in the log, at least four times a second;"
                            + " counts at once. Returns what it was before.",
            impact = MBeanOperationInfo.ACTION_INFO)
    boolean showProgress(@About("whether to tell it") boolean on);

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
