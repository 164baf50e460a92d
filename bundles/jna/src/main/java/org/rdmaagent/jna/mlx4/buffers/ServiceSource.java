// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.Optional;
import org.rdmaagent.mlx4.BufferAllocator;

/** Whichever service has the name at the time of asking. */
final class ServiceSource implements BufferSource {
    private final String name;
    private final AllocatorDirectory directory;

    ServiceSource(String name, AllocatorDirectory directory) {
        this.name = name;
        this.directory = directory;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Lot take(long bytes) throws NoBufferException {
        BufferAllocator service = directory.find(name).orElseThrow(this::missing);
        long address = ask(service, bytes);
        if (address == 0) {
            throw new NoBufferException("service '" + name + "' gave none");
        }
        long page = HostMemory.pageBytes();
        Lot lot = new Lot(address, service::free);
        if (address % page != 0) {
            giveBack(lot, bytes);
            throw new NoBufferException(
                    "service '"
                            + name
                            + "' gave an address that is no multiple of the page size, "
                            + page);
        }
        return lot;
    }

    @Override
    public void check(Lot lot, long bytes) throws NoBufferException {
        try {
            KernelWrite.zero(lot.address(), bytes, "what service '" + name + "' gave");
        } catch (NoBufferException e) {
            giveBack(lot, bytes);
            throw e;
        }
    }

    private void giveBack(Lot lot, long bytes) throws NoBufferException {
        try {
            lot.giver().takeBack(lot.address(), bytes);
        } catch (Throwable e) { // nothing may be thrown into C
            throw new NoBufferException(
                    "service '" + name + "' gave what cannot be used, and threw " + e);
        }
    }

    private long ask(BufferAllocator service, long bytes) throws NoBufferException {
        try {
            return service.allocate(bytes);
        } catch (Throwable e) { // nothing may be thrown into C
            throw new NoBufferException("service '" + name + "' threw " + e);
        }
    }

    private NoBufferException missing() {
        return new NoBufferException(missingText());
    }

    private String missingText() {
        return "service '" + name + "' is not there: install the bundle that registers it";
    }

    @Override
    public String detail() {
        Optional<BufferAllocator> service = directory.find(name);
        return service.isPresent()
                ? "a service, " + service.get().getClass().getName()
                : "the service is not there";
    }

    @Override
    public String trouble() {
        return directory.find(name).isPresent() ? "" : missingText();
    }
}
