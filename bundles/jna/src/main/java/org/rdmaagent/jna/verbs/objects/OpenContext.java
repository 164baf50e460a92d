// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.function.Function;
import org.rdmaagent.jna.verbs.DeviceQuery;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.verbs.ObjectKind;

/** A context as its {@link ContextCompanion} sees it. For any thread. */
public final class OpenContext {
    private final String owner;
    private final NativeContext context;

    OpenContext(String owner, NativeContext context) {
        this.owner = owner;
        this.context = context;
    }

    /** The device. */
    public String device() {
        return context.device();
    }

    /** Whose lease it is in. */
    public String owner() {
        return owner;
    }

    /** Its name. */
    public String name() {
        return context.name();
    }

    /** As messages name it. */
    public String subject() {
        return context.subject();
    }

    /** Uses the pointer while nobody can close the context; EBADF if somebody has. */
    public <T> T with(String call, Function<Pointer, T> action) {
        return context.with(call, action);
    }

    /**
     * Uses the pointers of the context and of an object on it while nobody can close them.
     *
     * @throws org.rdmaagent.RdmaException EBADF if the context is closed; ENOENT if there is no
     *     such object
     */
    public <T> T withObject(String call, ObjectKind kind, String name, ObjectUse<T> action) {
        return context.with(
                call,
                pointer -> {
                    NativeObject object =
                            context.registry()
                                    .find(kind, name)
                                    .orElseThrow(
                                            () ->
                                                    VerbsFailure.of(
                                                            call,
                                                            VerbsFailure.ENOENT,
                                                            context.device()
                                                                    + " "
                                                                    + kind.shortName()
                                                                    + " "
                                                                    + name,
                                                            "there is none of this name on context"
                                                                    + " '"
                                                                    + name()
                                                                    + "'"));
                    return NativeObject.withAll(
                            call,
                            List.of(context, object),
                            () -> action.with(pointer, object.pointer()));
                });
    }

    /** What is done with two pointers. */
    @FunctionalInterface
    public interface ObjectUse<T> {
        /** Does it. */
        T with(Pointer context, Pointer object);
    }

    /** How many objects are open on it. */
    public int objects() {
        return context.registry().all().size();
    }

    /** What work queues are made under. Taken before any object is held. */
    public Object admission() {
        return context.registry().admission();
    }

    /** The longest table of work queues that the device allows; 0 if it does not tell. */
    public long receiveTableSize() {
        return with(
                "ibv_query_device_ex",
                pointer ->
                        DeviceQuery.extended(pointer, device())
                                .map(told -> told.rssCaps().maxRwqIndirectionTableSize())
                                .orElse(0L));
    }
}
