package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.ArrayCopies;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Unfinished;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.ChunkPool;
import io.racedet.runtime.log.OpCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way in which a recording that is analysed beside the test ends, while a thread is anywhere
 * in it, and lives on: what was recorded is all there, and the next recording has nothing of it.
 */
@Timeout(300)
class RecordingEndsTest {
  private static final int ELEMENTS = 100;
  private static final int OF_CHUNK = ChunkPool.FULL / 2; // accesses
  private static final int CHUNKS = 6;
  private static final int ACCESSES = 2 * OF_CHUNK;
  private static final long LIMIT = 12L * OF_CHUNK;

  /** Where the thread is. */
  private enum Place {
    OUTSIDE,
    WALK,
    RANGE,
    SYNC_RECORD,
    STRIPE,
    REFILL
  }

  private enum End {
    STOP,
    INTERRUPT,
    LIMIT_OF_EVENTS,
    FULL_DISK,
    OUT_OF_MEMORY;

    private boolean isOfAnalysis() {
      return this == FULL_DISK || this == OUT_OF_MEMORY;
    }

    private void fail() {
      if (this == FULL_DISK) {
        throw new UncheckedIOException(new IOException("no space left on device"));
      }
      throw new OutOfMemoryError("Java heap space");
    }
  }

  /** How many accesses there are; they wait, or fail, if that is asked for. */
  private static final class Counted implements EventSink {
    private final CountDownLatch held;
    private final CountDownLatch hasFailed = new CountDownLatch(1);
    private volatile End failure; // null for none
    private int reads;
    private int writes;

    Counted(boolean isHeld) {
      held = new CountDownLatch(isHeld ? 1 : 0);
    }

    @Override
    public void event(Op op, int thread, int operand, int location) {
      awaitUninterrupted(held);
      if (failure != null) {
        hasFailed.countDown();
        failure.fail();
      }
      reads += op == Op.READ ? 1 : 0;
      writes += op == Op.WRITE ? 1 : 0;
    }
  }

  private final CatalogBuilder catalog = new CatalogBuilder();
  private final int method = catalog.method("work");
  private final int field = catalog.field("field");
  private final int write = catalog.site(SiteKind.WRITE, method, 1);
  private final int read = catalog.site(SiteKind.READ, method, 2);
  private final int[] array = new int[2 * ELEMENTS];
  private final Object shared = new Object();
  private final CountDownLatch isThere = new CountDownLatch(1);
  private volatile boolean goesOn;
  private Thread thread;
  @TempDir private Path folder;

  static Stream<Arguments> placesAndEnds() {
    return Arrays.stream(Place.values())
        .flatMap(place -> Arrays.stream(End.values()).map(end -> Arguments.of(place, end)));
  }

  @AfterEach
  void end() throws InterruptedException {
    goesOn = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  @ParameterizedTest
  @MethodSource("placesAndEnds")
  void recording_hasAllThatWasRecorded_andSaysHowItEnded(Place place, End end) throws Exception {
    Counted beside = new Counted(place == Place.REFILL);
    Recording recording = start(beside, end == End.LIMIT_OF_EVENTS ? LIMIT : Long.MAX_VALUE);
    access(ACCESSES);
    thread = new Thread(() -> run(place), "thread");
    thread.start();
    awaitThere(place);

    beside.failure = end.isOfAnalysis() ? end : null;
    beside.held.countDown();
    RecordedTrace trace = ended(recording, end, beside);

    assertThat(trace.truncated()).isEqualTo(end == End.LIMIT_OF_EVENTS || end.isOfAnalysis());
    if (end.isOfAnalysis()) {
      assertThat(trace.failure()).isPresent();
    } else {
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.damage()).isEmpty();
      assertThat(beside.reads).isEqualTo(place == Place.WALK ? ELEMENTS : 0);
      assertThat(beside.writes).isGreaterThanOrEqualTo(ACCESSES + writes(place));
      Counted again = new Counted(false);
      trace.replay(again);
      assertThat(again.reads).isEqualTo(beside.reads);
      assertThat(again.writes).isEqualTo(beside.writes);
    }
    trace.close();
    requireNothingLeft(place);
  }

  private RecordedTrace ended(Recording recording, End end, Counted beside) throws Exception {
    if (end == End.LIMIT_OF_EVENTS) {
      access((int) LIMIT);
    } else if (end == End.INTERRUPT) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    } else if (end.isOfAnalysis()) {
      while (!beside.hasFailed.await(1, TimeUnit.MILLISECONDS)) {
        access(1); // all before may have been analysed by the time that it was to fail
      }
    }
    RecordedTrace trace = recording.stop();
    assertThat(Thread.interrupted()).isEqualTo(end == End.INTERRUPT);
    return trace;
  }

  /* The thread goes on where it was, while the chunks of the recording are used again. */
  private void requireNothingLeft(Place place) throws InterruptedException {
    Recording next =
        Recording.start(
            catalog, new RecordingOptions(Schedule.NONE, 1, Long.MAX_VALUE, any -> true));
    access(ACCESSES);
    goesOn = true;
    LockSupport.unpark(thread);
    thread.join();
    access(ACCESSES);
    ArrayCopies.elements(OpCodes.WRITE, array, 0, 1, write); // ranges of one thread are no events
    Counted counted = new Counted(false);
    try (RecordedTrace trace = next.stop()) {
      trace.replay(counted);
      assertThat(trace.damage()).isEmpty();
      assertThat(trace.truncated()).isFalse();
    }
    assertThat(counted.reads).isEqualTo(place == Place.WALK ? ELEMENTS : 0);
    assertThat(counted.writes)
        .isGreaterThanOrEqualTo(2 * ACCESSES + (place == Place.RANGE ? ELEMENTS : 0));
  }

  private static int writes(Place place) {
    return place == Place.RANGE ? ELEMENTS : 1;
  }

  private Recording start(EventSink sink, long maxEvents) {
    ScopedSites sites = new ScopedSites(catalog, any -> true);
    sites.begin(read + 1);
    return Recording.start(
        catalog,
        new RecordingOptions(Schedule.NONE, 1, maxEvents, any -> true).without(sites),
        new LiveOptions(
            CHUNKS * ChunkPool.FULL, 0, 1 << 30, folder.resolve("spill"), names -> sink),
        new StartedThreads());
  }

  private void access(int times) {
    for (int i = 0; i < times; i++) {
      DataHooks.after(DataHooks.field(new Object(), field, write, null));
    }
  }

  /* ---- what the thread does ---- */

  private void run(Place place) {
    access(1);
    int token = come(place);
    isThere.countDown();
    while (!goesOn) {
      if (place == Place.REFILL) {
        access(1);
      } else {
        Thread.interrupted();
        LockSupport.park();
      }
    }
    DataHooks.after(token);
    if (place == Place.WALK) {
      walk(ELEMENTS);
    } else if (place == Place.RANGE) {
      addToRange(ELEMENTS);
    }
  }

  private int come(Place place) {
    switch (place) {
      case WALK -> walk(0);
      case RANGE -> addToRange(0);
      case SYNC_RECORD -> Unfinished.syncRecord();
      case STRIPE -> {
        return DataHooks.field(shared, field, write, null);
      }
      default -> {}
    }
    return DataHooks.field(null, field, write, null);
  }

  private void walk(int from) {
    for (int i = 0; i < ELEMENTS; i++) {
      DataHooks.after(DataHooks.array(array, from + i, read, null));
    }
  }

  private void addToRange(int from) {
    for (int i = 0; i < ELEMENTS; i++) {
      ArrayCopies.elements(OpCodes.WRITE, array, from + i, from + i + 1, write);
    }
  }

  private void awaitThere(Place place) throws InterruptedException {
    isThere.await();
    while (place == Place.REFILL
        ? !isIn(BufferSpace.class)
        : thread.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
  }

  private boolean isIn(Class<?> type) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(type.getName()));
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean isOver = latch.getCount() == 0;
    while (!isOver) {
      try {
        latch.await();
        isOver = true;
      } catch (InterruptedException e) {
        // of nobody
      }
    }
  }
}
