// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads a shared library and binds a class of native methods to it.
 *
 * <p>The library objects stay here for good, and the libraries are opened so that no dlclose unmaps
 * them: providers of libibverbs keep pointers into each other, and code that was unmapped under an
 * open context ends the process. A new copy of this class, after an update of the bundle, finds the
 * same libraries again.
 */
public final class SharedLibrary {
    /** RTLD_NODELETE | RTLD_NOW of dlfcn.h. */
    private static final int OPEN_FLAGS = 0x1002;

    private static final Map<String, NativeLibrary> LOADED = new ConcurrentHashMap<>();

    private final String soname;
    private final @Nullable String reason;

    private SharedLibrary(String soname, @Nullable String reason) {
        this.soname = soname;
        this.reason = reason;
    }

    /**
     * Loads a library; never throws for one that is missing, broken or too old.
     *
     * @param soname with its version, such as {@code libibumad.so.3}: the name without comes only
     *     with development packages
     * @param calls the class whose native methods are its functions
     * @param debianPackage what to install where it is missing
     */
    public static SharedLibrary load(String soname, Class<?> calls, String debianPackage) {
        NativeLibrary library;
        try {
            library =
                    LOADED.computeIfAbsent(
                            soname,
                            name ->
                                    NativeLibrary.getInstance(
                                            name, Map.of(Library.OPTION_OPEN_FLAGS, OPEN_FLAGS)));
        } catch (LinkageError e) {
            return new SharedLibrary(soname, LoadFailure.notLoaded(soname, debianPackage, e));
        }
        try {
            Native.register(calls, library);
            return new SharedLibrary(soname, null);
        } catch (LinkageError e) {
            return new SharedLibrary(soname, LoadFailure.notBound(soname, debianPackage, e));
        }
    }

    /** Whether its functions can be called. */
    public boolean loaded() {
        return reason == null;
    }

    /**
     * Where a function of it begins; it must be loaded.
     *
     * @throws UnsatisfiedLinkError if it has none of that name
     */
    public Pointer address(String function) {
        return Objects.requireNonNull(LOADED.get(soname)).getGlobalVariableAddress(function);
    }

    /** Why not, and what to do; empty if loaded. */
    public String reason() {
        return reason == null ? "" : reason;
    }

    /** What the agent publishes; a library that lacks a function has a version all the same. */
    public org.rdmaagent.agent.NativeLibrary describe() {
        return new org.rdmaagent.agent.NativeLibrary(
                soname, MappedFiles.version(soname), loaded(), reason());
    }
}
