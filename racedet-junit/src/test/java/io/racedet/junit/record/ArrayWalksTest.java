package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.log.ChunkPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How walks over arrays are recorded. */
class ArrayWalksTest {
  private static final int SITES = 20;

  private final CatalogBuilder catalog = new CatalogBuilder();
  private final int method = catalog.method("work");
  private final int count = catalog.field(CatalogBuilder.CLASS, "count", true);
  private final List<Integer> reads = new ArrayList<>();
  private final List<Integer> writes = new ArrayList<>();
  @TempDir private Path folder;

  private final Object monitor = new Object();
  private final int[] array = new int[1_000];
  private final int[] other = new int[1_000];
  private int initialised;
  private Recording recording;
  private int largestId;

  ArrayWalksTest() {
    for (int i = 0; i < SITES; i++) {
      reads.add(catalog.site(SiteKind.READ, method, i));
      writes.add(catalog.site(SiteKind.WRITE, method, i));
    }
    initialised = catalog.site(SiteKind.OTHER, method, SITES);
    recording = Recording.start(catalog, options());
  }

  private RecordingOptions options() {
    ScopedSites sites = new ScopedSites(catalog, any -> true);
    sites.begin(2 * SITES);
    return new RecordingOptions(Schedule.NONE, 1, Long.MAX_VALUE, any -> true).without(sites);
  }

  /** The first record of a thread needs a chunk, which ends a span. */
  @BeforeEach
  void beginChunk() {
    sync();
  }

  @AfterEach
  void stop() {
    recording.stop().close();
  }

  private static void access(int[] accessed, int index, int site) {
    DataHooks.after(DataHooks.array(accessed, index, site, null));
  }

  private void sync() {
    MonitorHooks.monitorEntered(monitor, reads.get(0));
    MonitorHooks.monitorExiting(monitor, reads.get(0));
  }

  /** The events, with ranges as such. */
  private List<String> events() {
    RecordedTrace trace = recording.stop();
    List<String> events = new ArrayList<>();
    trace.replay(
        new EventSink() {
          @Override
          public void event(Op op, int thread, int operand, int location) {
            boolean isElement = op.operand() == Op.Operand.VARIABLE;
            largestId = Math.max(largestId, isElement ? operand : 0);
            events.add(isElement ? op + " " + trace.element(operand) : op.toString());
          }

          @Override
          public void range(Op op, int thread, int first, int stride, int count, int location) {
            assertThat(count == 1 ? 1 : Math.abs(stride)).as("distance of ids").isEqualTo(1);
            int last = first + (count - 1) * stride;
            largestId = Math.max(largestId, Math.max(first, last));
            events.add(op + " " + trace.element(first) + ".." + trace.element(last));
          }
        });
    assertThat(trace.damaged()).isFalse();
    return events.subList(2, events.size());
  }

  @Test
  void loopOverAnArray_isOneRange() {
    for (int i = 0; i < array.length; i++) {
      access(array, i, reads.get(1));
    }
    assertThat(events()).containsExactly("READ 0", "READ 1", "READ 2..999");
  }

  @Test
  void stride_mayBeAnyButZero() {
    for (int i = 998; i >= 0; i -= 2) {
      access(array, i, writes.get(1));
    }
    for (int i = 0; i < 10; i++) {
      access(array, 999, writes.get(1));
    }
    assertThat(events())
        .containsExactly("WRITE 998", "WRITE 996", "WRITE 994..0", "WRITE 999..999");
  }

  /** The walk over all elements is one over those with an even index, and one over the others. */
  @Test
  void walksWithDifferentStrides_areEachConsecutiveIds() {
    for (int i = 3; i < 1_000; i += 2) {
      access(array, i, writes.get(1));
    }
    for (int i = 4; i < 1_000; i++) {
      access(array, i, reads.get(2));
    }
    assertThat(events())
        .containsExactly(
            "WRITE 3",
            "WRITE 5",
            "WRITE 7..999",
            "READ 4",
            "AGAIN 5",
            "READ 6",
            "READ 7",
            "READ 8..998",
            "READ 9..999");
  }

  /** Few elements of a large array have ids; else all from the lowest to the highest one would. */
  @Test
  void walksOverFewElementsOfALargeArray_areSingleAccesses() {
    int[] large = new int[10_000_000];
    for (int i = 0; i < large.length; i += 1_000_000) {
      access(large, i, reads.get(1));
    }
    access(large, large.length - 1, reads.get(2));
    assertThat(events())
        .startsWith("READ 0", "READ 1000000", "READ 2000000..2000000")
        .endsWith("READ 9000000..9000000", "READ 9999999")
        .hasSize(11);
    assertThat(largestId).isLessThan(20);
  }

  @Test
  void manyInstructionsOfOneLoop_walkSideBySide() {
    int step = SITES / 2;
    for (int i = 0; i + step <= array.length; i += step) {
      for (int j = 0; j < step; j++) {
        access(array, i + j, reads.get(j));
      }
    }
    assertThat(events()).filteredOn(event -> event.matches("READ .*\\.\\.99.")).hasSize(step);
  }

  @Test
  void walksOfOneLoop_areRecordedSideBySide() {
    for (int i = 1; i < 100; i++) {
      access(array, i - 1, reads.get(1));
      access(array, i, reads.get(2));
      access(other, 2 * i, writes.get(1));
    }
    assertThat(events())
        .contains("READ 3..99", "WRITE 6..198")
        .filteredOn(event -> event.startsWith("READ"))
        .hasSizeLessThan(10);
  }

  @Test
  void instructionThatWalksAgain_isRecordedAtOnce_orNotAtAll() {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        access(array, i, reads.get(1));
      }
    }
    for (int i = 0; i < 50; i++) {
      access(other, i, reads.get(1));
    }
    assertThat(events())
        .containsExactly("READ 0", "READ 1", "READ 2..99", "AGAIN 0", "AGAIN 1", "READ 0..49");
  }

  @Test
  void syncRecord_endsAWalk() {
    for (int i = 0; i < 30; i++) {
      access(array, i, reads.get(1));
      if (i == 9 || i == 19) {
        sync();
      }
    }
    assertThat(events())
        .containsExactly(
            "READ 0",
            "READ 1",
            "READ 2..9",
            "ACQUIRE",
            "RELEASE",
            "READ 10..19",
            "ACQUIRE",
            "RELEASE",
            "READ 20..29");
  }

  /** The class may have been initialised by another thread, which orders what comes later. */
  @Test
  void staticField_endsWalks_whereItIsRecorded() {
    for (int i = 0; i < 30; i++) {
      access(array, i, reads.get(1));
      if (i >= 9) {
        DataHooks.after(DataHooks.staticField(count, reads.get(2), null));
      }
    }
    assertThat(events()).containsExactly("READ 0", "READ 1", "READ 2..9", "READ -1", "READ 10..29");
  }

  @Test
  void methodThatInitialisesItsClass_endsWalks_whenItIsFirstCalled() {
    Hooks.classInitialized(ArrayWalksTest.class, initialised);
    for (int i = 0; i < 30; i++) {
      access(array, i, reads.get(1));
      if (i >= 9) {
        Hooks.initialised(method);
      }
    }
    assertThat(events()).containsExactly("SEND", "READ 0", "READ 1", "READ 2..9", "READ 10..29");
  }

  @Test
  void accessThatThrows_isNotRecorded() {
    for (int i = 0; i <= array.length; i++) {
      access(array, i, reads.get(1));
    }
    access(array, -1, reads.get(1));
    access(null, 0, reads.get(1));
    assertThat(events()).containsExactly("READ 0", "READ 1", "READ 2..999");
  }

  @Test
  void shortWalks_areSingleAccessesAgain() {
    for (int row = 0; row < 10; row++) {
      for (int i = 0; i < 3; i++) {
        access(array, 10 * row + i, reads.get(1));
      }
    }
    assertThat(events()).filteredOn(event -> event.contains("..")).hasSizeLessThanOrEqualTo(10);
  }

  /** Nested loops by chance: each access is recorded, or covered by one of its span. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomLoops_areRecordedUpToCoveredAccesses(int seed) {
    SpanLog made = new SpanLog();
    made.next();
    makeLoops(new Random(seed), 400, made);
    SpanLog.of(recording.stop()).assertReducedFrom(made);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void randomLoops_analysedBesideTheTest_areRecordedUpToCoveredAccesses(int seed)
      throws InterruptedException {
    recording.stop().close();
    EventHash beside = new EventHash();
    recording =
        Recording.start(
            catalog,
            options(),
            new LiveOptions(
                4 * ChunkPool.FULL, 0, 1 << 30, folder.resolve("spill"), names -> beside),
            new StartedThreads());
    SpanLog made = new SpanLog();
    makeLoops(new Random(seed), 10_000, made);
    RecorderTestCase.runAll(List.of(new Thread(this::accessOnce)));
    made.access(SpanLog.element(0), false, 1);
    made.next();
    RecordedTrace trace = recording.stop();
    assertThat(trace.failure()).isEmpty();
    assertThat(trace.analysedBy()).isPresent();
    SpanLog.of(trace).assertReducedFrom(made);
    EventHash again = new EventHash();
    trace.replay(again);
    assertThat(again.text()).isEqualTo(beside.text());
  }

  private void accessOnce() {
    access(array, 0, reads.get(1));
    sync();
  }

  private void makeLoops(Random random, int loops, SpanLog made) {
    for (int loop = 0; loop < loops; loop++) {
      int site = random.nextInt(SITES);
      boolean write = random.nextInt(3) == 0;
      int stride = random.nextInt(7) - 3;
      int index = random.nextInt(array.length);
      int length = random.nextInt(random.nextBoolean() ? 5 : 200);
      for (int i = 0; i < length && index >= 0 && index < array.length; i++) {
        access(array, index, (write ? writes : reads).get(site));
        made.access(SpanLog.element(index), write, site);
        index += random.nextInt(50) == 0 ? 1 : stride;
        if (random.nextInt(300) == 0) {
          sync();
          made.next();
        }
      }
    }
    sync();
    made.next();
  }
}
