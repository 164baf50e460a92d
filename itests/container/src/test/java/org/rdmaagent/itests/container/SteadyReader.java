// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jolokia.json.JSONObject;

/**
 * Searches and reads everything again and again on a thread of its own. What it met when all was
 * well is what it wants to meet for ever, or the word "restarting".
 */
final class SteadyReader {
    private static final int SHOWN_COMPLAINTS = 20;

    /** These differ from one reading to the next although nothing is replaced. */
    private static final Set<String> MOVING =
            Set.of(
                    // Agent
                    "UptimeMillis",
                    "Bundles",
                    "Health",
                    "HealthGrade",
                    // Port
                    "Counters",
                    "HwCounters",
                    "CountersAgeMillis",
                    "CountersTakenAt",
                    // PollLoop, which sleeps but looks
                    "Polls",
                    "EmptyPolls",
                    "IdleRatio",
                    "BatchHistogram",
                    "CycleNanos",
                    "LongestGapNanos",
                    // Fabric
                    "Running",
                    "Engine",
                    "LastSweepEngine",
                    "SweepMillis",
                    "SmpsUsed",
                    "Retries",
                    "Timeouts",
                    "LastSweepAt",
                    "LastError");

    private final JolokiaViewer viewer;
    private final Map<String, Map<String, String>> expected = new TreeMap<>();
    private final Set<String> complaints = new LinkedHashSet<>();
    private final Thread thread = new Thread(this::run, "steady-reader");
    private volatile boolean enough;
    private final AtomicInteger rounds = new AtomicInteger();
    private long values;
    private long restarting;

    /** Reads once what there is, then begins. */
    SteadyReader(JolokiaViewer viewer) throws IOException, InterruptedException {
        this.viewer = viewer;
        for (String name : search()) {
            JSONObject answer = viewer.read(name);
            if (!succeeded(answer)) {
                throw new IOException("before anything is replaced: " + answer);
            }
            expected.put(name, lasting(attributes(answer)));
        }
        thread.start();
    }

    /** How often it has read all MBeans. */
    int rounds() {
        return rounds.get();
    }

    /** Stops reading. */
    void end() throws InterruptedException {
        enough = true;
        thread.join();
    }

    /** What was answered and should not have been; to be asked after {@link #end}. */
    Set<String> complaints() {
        return complaints;
    }

    /** How often it heard "restarting"; to be asked after {@link #end}. */
    long restarting() {
        return restarting;
    }

    /** In figures what was read; to be asked after {@link #end}. */
    String summary() {
        return expected.size()
                + " names, "
                + rounds
                + " searches, "
                + values
                + " answers with values, "
                + restarting
                + " \"restarting\"";
    }

    private void run() {
        while (!enough && complaints.size() < SHOWN_COMPLAINTS) {
            try {
                round();
            } catch (IOException | RuntimeException e) {
                complaints.add(e.toString());
            } catch (InterruptedException e) {
                complaints.add(e.toString());
                return;
            }
            rounds.incrementAndGet();
        }
    }

    private void round() throws IOException, InterruptedException {
        Set<String> missing = new TreeSet<>(expected.keySet());
        missing.removeAll(search());
        if (!missing.isEmpty()) {
            complaints.add("a search did not find " + missing);
        }
        for (Map.Entry<String, Map<String, String>> bean : expected.entrySet()) {
            judge(bean.getKey(), bean.getValue(), viewer.read(bean.getKey()));
        }
    }

    private void judge(String name, Map<String, String> wanted, JSONObject answer)
            throws IOException, InterruptedException {
        if (!answered(name, answer)) {
            return;
        }
        compare(name, wanted, attributes(answer));
        if (name.contains("type=Fabric")) {
            answered(name, viewer.exec(name, "export", "ibnetdiscover"));
        }
    }

    /** Whether there is a value; all that is allowed instead is "restarting". */
    private boolean answered(String name, JSONObject answer) {
        if (succeeded(answer)) {
            values++;
            return true;
        }
        if (String.valueOf(answer.get("error")).contains("restarting")) {
            restarting++;
        } else {
            complaints.add(name + ": " + answer.get("status") + " " + answer.get("error"));
        }
        return false;
    }

    private void compare(String name, Map<String, String> wanted, JSONObject attributes) {
        wanted.forEach(
                (attribute, before) -> {
                    String now = String.valueOf(attributes.get(attribute));
                    if (!before.equals(now)) {
                        complaints.add(name + ": " + attribute + ": " + before + " -> " + now);
                    }
                });
        Object counters = attributes.get("Counters");
        if (name.contains("type=Port") && !String.valueOf(counters).contains("xmitDataBytes")) {
            complaints.add(name + ": Counters are " + counters);
        }
    }

    private Set<String> search() throws IOException, InterruptedException {
        JSONObject answer = viewer.search("rdma:*");
        if (!succeeded(answer)) {
            throw new IOException("search: " + answer);
        }
        return ((Collection<?>) requireNonNull(answer.get("value")))
                .stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean succeeded(JSONObject answer) {
        return answer.get("status") instanceof Number
                && ((Number) answer.get("status")).intValue() == 200;
    }

    private static JSONObject attributes(JSONObject answer) {
        return (JSONObject) requireNonNull(answer.get("value"));
    }

    private static Map<String, String> lasting(Map<String, Object> attributes) {
        Map<String, String> lasting = new TreeMap<>();
        attributes.forEach(
                (name, value) -> {
                    if (!MOVING.contains(name)) {
                        lasting.put(name, String.valueOf(value));
                    }
                });
        return lasting;
    }
}
