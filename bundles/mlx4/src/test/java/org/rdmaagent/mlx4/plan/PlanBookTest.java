// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.mlx4.settings.SettingsFiles;
import org.rdmaagent.mlx4.settings.TestFile;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** What the library is given, by files and by the operator. */
class PlanBookTest {
    private static final String DEVICE = "mlx4_0";

    private final MemoryLibrary library = new MemoryLibrary();
    private SettingsFiles files = new SettingsFiles();
    private PlanBook book = new PlanBook(files);

    private void file(String name, String... keysAndValues) {
        files.read(name, TestFile.keys(name, keysAndValues));
    }

    /** The bundle is replaced: files as they are now are read by the next one before it begins. */
    private void replaceBundle(String... keysAndValues) {
        book.unbind(library);
        files = new SettingsFiles();
        if (keysAndValues.length > 0) {
            file(DEVICE, keysAndValues);
        }
        book = new PlanBook(files);
        book.bind(library);
    }

    private List<String> plans() {
        return library.plans().stream().map(PlanBookTest::text).toList();
    }

    private static String text(ContextPlan plan) {
        String origin = plan.origin().replaceAll("org.rdmaagent.mlx4-(.*).cfg", "$1");
        return origin
                + ": "
                + plan.context()
                + " "
                + plan.allocator().name()
                + " "
                + plan.allocator().regionBytes()
                + " "
                + plan.logWqsRangeSize();
    }

    @Test
    void theLibraryHasThePlansOfTheFilesOnceItIsBound() {
        file(DEVICE, "allocator", "arena", "logWqsRangeSize", "2");
        book.bind(library);
        assertEquals(List.of("mlx4_0: * arena 67108864 2"), plans());
    }

    @Test
    void editsAreHandedOverAtOnceAndOnlyThey() {
        book.bind(library);
        assertEquals(0, library.timesGiven());
        file(DEVICE, "allocator", "arena");
        book.filesChanged();
        book.filesChanged();
        assertEquals(1, library.timesGiven());
        files.remove(DEVICE);
        book.filesChanged();
        assertEquals(List.of(), plans());
    }

    @Test
    void aProviderThatStartsAnewGetsAllAgain() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        MemoryLibrary next = new MemoryLibrary();
        book.bind(next);
        book.unbind(library);
        assertEquals(library.plans(), next.plans());
        assertEquals(2, next.plans().size());
        file(DEVICE, "allocator", "system");
        book.filesChanged();
        assertEquals(1, next.plans().size());
        assertEquals(2, library.plans().size(), "the one that went is left alone");
    }

    @Test
    void whatTheOperatorChoosesComesFirstAndTakesItsOtherSettingsFromTheFile() {
        file(DEVICE, "allocator", "arena", "logWqsRangeSize", "3");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        assertEquals(
                List.of("operator: qp/feed hugepage 2097152 3", "mlx4_0: * arena 67108864 3"),
                plans());
        book.choose(DEVICE, "qp/feed", "system");
        assertEquals("operator: qp/feed system 2097152 3", plans().get(0));
    }

    @Test
    void aRegionThatTheFileStatesHoldsForWhatTheOperatorChooses() {
        file(DEVICE, "allocator", "hugepage", "regionBytes", "8388608");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "arena");
        assertEquals("operator: qp/feed arena 8388608 0", plans().get(0));
    }

    @Test
    void whatTheFileSaysAnywayIsNoChoice() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        book.choose(DEVICE, "qp/feed", "arena");
        assertEquals(List.of("mlx4_0: * arena 67108864 0"), plans());
    }

    @Test
    void withoutAFileTheOperatorChoosesToo() {
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "arena");
        assertEquals(List.of("operator: qp/feed arena 67108864 0"), plans());
    }

    @Test
    void aChoiceGoesWithAChangeOfTheFileOfItsContextAndOfNoOther() {
        file(DEVICE, "allocator", "arena", "contexts", "qp/*");
        file("other", "device", DEVICE, "contexts", "multicast/*");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        file("other", "device", DEVICE, "contexts", "multicast/*", "allocator", "arena");
        book.filesChanged();
        assertEquals("operator: qp/feed hugepage 2097152 0", plans().get(0));
        file(DEVICE, "allocator", "arena", "contexts", "qp/*", "locked", "true");
        book.filesChanged();
        assertEquals(
                List.of("mlx4_0: qp/* arena 67108864 0", "other: multicast/* arena 67108864 0"),
                plans());
    }

    @Test
    void theNextBundleTakesAChoiceUpWithoutTouchingThePlans() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        int before = library.timesGiven();
        replaceBundle("allocator", "arena");
        assertEquals(before, library.timesGiven());
        assertEquals("operator: qp/feed hugepage 2097152 0", plans().get(0));
        file(DEVICE, "allocator", "arena", "fallback", "false");
        book.filesChanged();
        assertEquals(List.of("mlx4_0: * arena 67108864 0"), plans());
    }

    @Test
    void aFileThatWasEditedWhileTheBundleWasAwayEndsAChoice() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        book.choose(DEVICE, "qp/feed", "hugepage");
        replaceBundle("allocator", "system");
        assertEquals(List.of("mlx4_0: * system 2097152 0"), plans());
    }

    @Test
    void aFileThatWasDeletedWhileTheBundleWasAwayIsForgotten() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        replaceBundle();
        assertEquals(List.of(), plans());
    }

    @Test
    void aFileThatWasSpoiltWhileTheBundleWasAwayLeavesWhatWas() {
        file(DEVICE, "allocator", "arena");
        book.bind(library);
        replaceBundle("allocator", "arena", "locked", "perhaps");
        assertEquals(List.of("mlx4_0: * arena 67108864 0"), plans());
        file(DEVICE, "allocator", "hugepage");
        book.filesChanged();
        assertEquals(List.of("mlx4_0: * hugepage 2097152 0"), plans());
    }

    @Test
    void aDeletedFileDropsWhatWasCarriedOverForOneOfItsName() {
        file(DEVICE, "allocator", "hugepage");
        book.bind(library);
        replaceBundle("allocator", "hugepage");
        files.remove(DEVICE);
        book.filesChanged();
        assertEquals(List.of(), plans());
        file(DEVICE, "allocater", "arena");
        book.filesChanged();
        assertEquals(List.of(), plans());
    }

    @Test
    void aFileThatIsSpoiltFirstAndDeletedThenLeavesNothing() {
        file(DEVICE, "allocator", "hugepage");
        book.bind(library);
        replaceBundle("allocater", "hugepage");
        assertEquals(1, plans().size());
        files.remove(DEVICE);
        book.filesChanged();
        file(DEVICE, "allocater", "arena");
        book.filesChanged();
        assertEquals(List.of(), plans());
    }
}
