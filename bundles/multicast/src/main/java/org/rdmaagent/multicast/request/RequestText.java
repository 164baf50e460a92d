// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Lid;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.verbs.MulticastAttachment;

/**
 * What is written on the id of a membership for whoever takes it up: a line {@code key=value} for
 * each key of a file, and what has become of the request.
 *
 * @param request what was asked for, with its name
 * @param past what has become of it
 */
public record RequestText(JoinRequest request, Past past) {
    /**
     * What has become of a request.
     *
     * @param lasting whether a file asks for it
     * @param leaving whether it was to be left
     * @param lost whether it was a member and is to be one again
     * @param joins how often it became a member
     * @param losses how often it lost that
     * @param lastGapMillis how long the last loss lasted; -1 if there was none
     * @param sinceMillis when it came into its state, milliseconds since 1970
     * @param device where its queue pair is; empty if it has none
     * @param attachment what its queue pair is attached to
     * @param qkeyBefore the Q_Key that a queue pair of the caller had; -1 if it was not changed
     */
    public record Past(
            boolean lasting,
            boolean leaving,
            boolean lost,
            long joins,
            long losses,
            long lastGapMillis,
            long sinceMillis,
            String device,
            Optional<MulticastAttachment> attachment,
            long qkeyBefore) {}

    /** The lines. */
    public String write() {
        Map<String, String> keys = new LinkedHashMap<>(RequestKeys.write(request));
        keys.put("past.lasting", Boolean.toString(past.lasting()));
        keys.put("past.leaving", Boolean.toString(past.leaving()));
        keys.put("past.lost", Boolean.toString(past.lost()));
        keys.put("past.joins", Long.toString(past.joins()));
        keys.put("past.losses", Long.toString(past.losses()));
        keys.put("past.lastGapMillis", Long.toString(past.lastGapMillis()));
        keys.put("past.sinceMillis", Long.toString(past.sinceMillis()));
        keys.put("past.device", past.device());
        past.attachment()
                .ifPresent(
                        group -> {
                            keys.put("past.mgid", GroupAddress.ofMgid(group.mgid()).toString());
                            keys.put("past.mlid", group.mlid().toString());
                        });
        keys.put("past.qkeyBefore", Long.toString(past.qkeyBefore()));
        StringBuilder text = new StringBuilder();
        keys.forEach(
                (key, value) -> text.append(key).append('=').append(oneLine(value)).append('\n'));
        return text.toString();
    }

    private static String oneLine(String value) {
        return value.replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * Reads them.
     *
     * @param name of the id
     * @throws IllegalArgumentException if they say nothing that can be
     */
    public static RequestText read(String name, String text) {
        Map<String, String> given = new LinkedHashMap<>();
        text.lines()
                .forEach(
                        line -> {
                            int equals = line.indexOf('=');
                            if (equals > 0) {
                                given.put(line.substring(0, equals), line.substring(equals + 1));
                            }
                        });
        KeyTexts keys = new KeyTexts(given);
        return new RequestText(
                RequestKeys.read(name, given),
                new Past(
                        keys.flag("past.lasting", false),
                        keys.flag("past.leaving", false),
                        keys.flag("past.lost", false),
                        keys.count("past.joins", 0),
                        keys.count("past.losses", 0),
                        keys.count("past.lastGapMillis", -1),
                        keys.count("past.sinceMillis", 0),
                        keys.text("past.device", ""),
                        attachment(keys),
                        keys.count("past.qkeyBefore", -1)));
    }

    private static Optional<MulticastAttachment> attachment(KeyTexts keys) {
        return keys.optional("past.mgid")
                .map(
                        mgid ->
                                new MulticastAttachment(
                                        GroupAddress.parse(mgid).bits(),
                                        new Lid(keys.number("past.mlid", 0, 0, 0xffff))));
    }
}
