// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.function.Function;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.DeviceQuery;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.mlx4.CqLayout;
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
     * Uses the pointer of an object on the context while nobody can close it.
     *
     * @throws org.rdmaagent.RdmaException EBADF if the context is closed; ENOENT if there is no
     *     such object
     */
    public <T> T withObject(
            String call, ObjectKind kind, String name, Function<Pointer, T> action) {
        return withNative(call, kind, name, object -> action.apply(object.pointer()));
    }

    /**
     * Where a completion queue lies, as its {@link ContextCompanion} says; the queue keeps in mind
     * that it was asked.
     *
     * @throws org.rdmaagent.RdmaException as {@link #withObject}
     */
    public CqLayout layoutOfQueue(String call, String name) {
        return withNative(
                call,
                ObjectKind.COMPLETION_QUEUE,
                name,
                object -> ((NativeCq) object).polling().layout());
    }

    private <T> T withNative(
            String call, ObjectKind kind, String name, Function<NativeObject, T> action) {
        return context.with(
                call,
                pointer -> {
                    NativeObject object =
                            context.registry()
                                    .find(kind, name)
                                    .orElseThrow(() -> missing(call, kind, name));
                    return NativeObject.withAll(
                            call, List.of(context, object), () -> action.apply(object));
                });
    }

    private RdmaException missing(String call, ObjectKind kind, String name) {
        return VerbsFailure.of(
                call,
                VerbsFailure.ENOENT,
                context.device() + " " + kind.shortName() + " " + name,
                "there is none of this name on context '" + name() + "'");
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
