package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.log.ChunkPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are analysed beside the test. */
@Timeout(300)
class LiveRecordingTest {
  private static final int FIELD = 3;
  private static final int SITE = 5;
  private static final int CHUNKS = 6;
  private static final int ACCESSES = 40 * ChunkPool.FULL;

  @TempDir Path folder;

  private final EventHash beside = new EventHash();

  private Recording start(long memory, long spill, long maxEvents, EventSink sink) {
    return Recording.start(
        RecorderTestCase.catalogOfSite(),
        new RecordingOptions(Schedule.NONE, 1, maxEvents, name -> true),
        new LiveOptions(memory, 0, spill, folder.resolve("spill"), names -> sink),
        new StartedThreads());
  }

  private Recording start() {
    return start(CHUNKS * ChunkPool.FULL, 1 << 30, Long.MAX_VALUE, beside);
  }

  private static void access(Object owner, int times) {
    for (int i = 0; i < times; i++) {
      DataHooks.after(DataHooks.field(owner, FIELD, SITE, null));
    }
  }

  private static void accessInAnotherThread() throws InterruptedException {
    RecorderTestCase.runAll(List.of(new Thread(() -> access(new Object(), 1))));
  }

  private static String replay(RecordedTrace trace) {
    EventHash again = new EventHash();
    trace.replay(again);
    return again.text();
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("spill"))) {
      return files.count();
    }
  }

  @Test
  void replay_sendsWhatWasSentBeside_andTheFileIsDeleted() throws Exception {
    Recording recording = start();
    access(new Object(), ACCESSES - 1);
    accessInAnotherThread();
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.damaged()).isFalse();
      assertThat(trace.events()).isEqualTo(ACCESSES);
      assertThat(trace.replayedEvents()).isEqualTo(ACCESSES);
      assertThat(replay(trace)).isEqualTo(beside.text());
      assertThat(files()).isOne();
    }
    assertThat(files()).isZero();
  }

  @Test
  void threadThatHoldsALock_waitsForTheAnalysis_andTheOtherForIt() throws Exception {
    int[] slow = new int[1];
    Recording recording =
        start(
            CHUNKS * ChunkPool.FULL,
            1 << 30,
            Long.MAX_VALUE,
            (op, thread, operand, location) -> {
              if (slow[0]++ % ChunkPool.FULL == 0) {
                LockSupport.parkNanos(2_000_000);
              }
            });
    ReentrantLock lock = new ReentrantLock();
    Object shared = new Object();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int section = 0; section < 4; section++) {
                  lock.lock();
                  try {
                    access(shared, 3 * CHUNKS * ChunkPool.FULL / 4);
                  } finally {
                    lock.unlock();
                  }
                  access(new Object(), ChunkPool.FULL);
                }
              }));
    }
    RecorderTestCase.runAll(threads);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.truncated()).isFalse();
      assertThat(trace.damaged()).isFalse();
      assertThat(trace.events())
          .isEqualTo(16L * (3 * CHUNKS * ChunkPool.FULL / 4 + ChunkPool.FULL));
    }
  }

  @Test
  void analysis_goesOnBehindTheLastSynchronisationOfAll() throws Exception {
    AtomicLong sent = new AtomicLong();
    Recording recording =
        start(
            CHUNKS * ChunkPool.FULL,
            1 << 30,
            Long.MAX_VALUE,
            (op, thread, operand, location) -> sent.incrementAndGet());
    accessInAnotherThread();
    Object lock = new Object();
    access(lock, 1);
    MonitorHooks.monitorEntered(lock, SITE);
    access(lock, ACCESSES);
    assertThat(sent.get()).isGreaterThan(ChunkPool.FULL);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.damaged()).isFalse();
      assertThat(trace.events()).isEqualTo(ACCESSES + 4L); // with the acquire and the release
    }
  }

  @Test
  void interruptAndPermit_outliveTheWait() throws Exception {
    Recording recording = start();
    boolean[] kept = new boolean[1];
    Thread waiting =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              access(new Object(), ACCESSES);
              kept[0] = Thread.interrupted();
              LockSupport.unpark(Thread.currentThread());
              access(new Object(), ACCESSES);
              LockSupport.park(); // returns at once: the permit is still there
            });
    RecorderTestCase.runAll(List.of(waiting));
    try (RecordedTrace trace = recording.stop()) {
      assertThat(kept[0]).isTrue();
      assertThat(trace.events()).isEqualTo(2L * ACCESSES);
    }
  }

  @Test
  void fullFile_analysisGoesOn_replayHasTheFirstEvents() {
    Recording recording = start(CHUNKS * ChunkPool.FULL, 10_000, Long.MAX_VALUE, beside);
    access(new Object(), ACCESSES);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.truncated()).isFalse();
      assertThat(trace.events()).isEqualTo(ACCESSES);
      assertThat(trace.replayedEvents()).isBetween(5_000L, 20_000L);
      assertThat(replay(trace)).startsWith(trace.replayedEvents() + " events ");
      assertThat(beside.text()).startsWith(ACCESSES + " events ");
    }
  }

  @Test
  void folderThatCannotBeWritten_doesNotMatter() throws IOException {
    Files.writeString(folder.resolve("spill"), "a file");
    Recording recording = start();
    access(new Object(), ACCESSES);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.unwritten()).isEmpty();
      assertThat(trace.truncated()).isFalse();
      assertThat(replay(trace)).startsWith(ACCESSES + " events ");
    }
  }

  @Test
  void recordsOfOneThread_areCountedOnly_andKept() throws Exception {
    EventHash expected = new EventHash();
    Recording recording = start(CHUNKS * ChunkPool.FULL, 1 << 30, Long.MAX_VALUE, expected);
    access(new Object(), ACCESSES - 1);
    accessInAnotherThread();
    recording.stop().close();
    recording = start();
    access(new Object(), ACCESSES - 1);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.analysedBy()).contains(beside);
      assertThat(beside.text()).isEqualTo(new EventHash().text());
      assertThat(trace.events()).isEqualTo(ACCESSES - 1);
      assertThat(trace.accessingThreads()).isOne();
      EventHash again = new EventHash();
      trace.replay(again);
      again.event(Op.WRITE, 1, 1, 0);
      assertThat(again.text()).isEqualTo(expected.text());
    }
  }

  @Test
  void recordsOfOneThread_thatTheFileHasNoRoomFor_areAnalysed() throws Exception {
    Recording recording = start(CHUNKS * ChunkPool.FULL, 1_000, Long.MAX_VALUE, beside);
    access(new Object(), ACCESSES);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.events()).isEqualTo(ACCESSES);
      assertThat(trace.replayedEvents()).isLessThan(ACCESSES);
      EventHash all = new EventHash();
      for (int i = 0; i < ACCESSES; i++) {
        all.event(Op.WRITE, 0, 0, 0);
      }
      assertThat(beside.text()).isEqualTo(all.text());
    }
  }

  @Test
  void analysisThatThrows_isAFailure() throws InterruptedException {
    Recording recording =
        start(
            CHUNKS * ChunkPool.FULL,
            1 << 30,
            Long.MAX_VALUE,
            (op, thread, operand, location) -> {
              throw new IllegalStateException("a defect");
            });
    access(new Object(), ACCESSES);
    accessInAnotherThread();
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).containsInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void limitOfEvents_truncates() {
    Recording recording = start(CHUNKS * ChunkPool.FULL, 1 << 30, ACCESSES / 2, beside);
    access(new Object(), ACCESSES);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.truncated()).isTrue();
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.events()).isLessThan(ACCESSES);
    }
  }

  @Test
  void shortRecording_isAnalysedAtItsEnd() {
    Recording recording =
        Recording.start(
            RecorderTestCase.catalogOfSite(),
            new RecordingOptions(Schedule.NONE, 1, Long.MAX_VALUE, name -> true),
            LiveOptions.ofMebibytes(256, 4096, folder, names -> beside, isTry -> null),
            new StartedThreads());
    access(new Object(), ACCESSES);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.analysedBy()).isEmpty();
      assertThat(trace.events()).isEqualTo(ACCESSES);
    }
  }
}
