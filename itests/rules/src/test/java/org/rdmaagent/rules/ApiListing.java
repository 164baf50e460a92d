// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public face of a bundle's exported packages, a line for each type and member, in order. */
final class ApiListing {
    private ApiListing() {}

    static String of(Path jarPath) {
        Set<String> exported = PackageHeader.names(Tree.manifest(jarPath), "Export-Package");
        List<String> lines = new ArrayList<>();
        for (Class<?> type : publicTypes(jarPath, exported)) {
            lines.add(header(type));
            members(type).map(member -> "    " + member).forEach(lines::add);
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<Class<?>> publicTypes(Path jarPath, Set<String> packages) {
        try (JarFile jar = new JarFile(jarPath.toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .filter(name -> packages.contains(name.substring(0, name.lastIndexOf('.'))))
                    .sorted()
                    .<Class<?>>map(ApiListing::load)
                    .filter(type -> Modifier.isPublic(type.getModifiers()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiListing.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String header(Class<?> type) {
        String kind =
                type.isRecord()
                        ? "record"
                        : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        String components =
                type.isRecord()
                        ? Arrays.stream(type.getRecordComponents())
                                .map(ApiListing::component)
                                .collect(Collectors.joining(", ", "(", ")"))
                        : "";
        String above =
                Stream.concat(
                                Stream.ofNullable(type.getGenericSuperclass())
                                        .filter(
                                                upper ->
                                                        upper != Object.class
                                                                && upper != Record.class
                                                                && !type.isEnum()),
                                Arrays.stream(type.getGenericInterfaces()))
                        .map(java.lang.reflect.Type::getTypeName)
                        .collect(Collectors.joining(", "));
        return kind + " " + type.getName() + components + (above.isEmpty() ? "" : " : " + above);
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static Stream<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isSeen(field.getModifiers()) && !field.isSynthetic()) {
                members.add(
                        shared(field.getModifiers())
                                + field.getGenericType().getTypeName()
                                + " "
                                + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor.getModifiers()) && !type.isRecord()) {
                members.add("new(" + parameters(constructor) + ")");
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isSeen(method.getModifiers()) && !method.isSynthetic()) {
                members.add(
                        shared(method.getModifiers())
                                + method.getGenericReturnType().getTypeName()
                                + " "
                                + method.getName()
                                + "("
                                + parameters(method)
                                + ")");
            }
        }
        return members.stream();
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String shared(int modifiers) {
        return Modifier.isStatic(modifiers) ? "static " : "";
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                .map(java.lang.reflect.Type::getTypeName)
                .collect(Collectors.joining(", "));
    }
}
