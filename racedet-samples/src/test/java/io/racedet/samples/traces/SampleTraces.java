package io.racedet.samples.traces;

import io.racedet.samples.Subject;
import io.racedet.samples.TwoThreads;
import io.racedet.samples.clean.C01_CounterInOneMonitor;
import io.racedet.samples.clean.C09_SynchronisedTransfer;
import io.racedet.samples.clean.C15_WriteUnderWriteLock;
import io.racedet.samples.clean.C16_WaitNotify;
import io.racedet.samples.clean.C26_HandedOverByQueue;
import io.racedet.samples.racy.R01_UnsynchronisedCounter;
import io.racedet.samples.racy.R05_SharedArrayElement;
import io.racedet.samples.racy.R21_ReadBetweenTwoLockings;
import io.racedet.samples.racy.R22_OverlappingRanges;
import io.racedet.samples.real.Library;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes traces that racedet records, each as {@code rdt} and as {@code slp}: a loop of two
 * threads, samples that run many times in one recording, and released libraries.
 */
final class SampleTraces {
  /**
   * Method entries and exits are recorded, too: an increment takes as much memory as three events.
   */
  private static final int MEMORY_OF_AN_INCREMENT = 3;

  private static final int THREADS = 2;
  private static final long SLACK = 1 << 20;
  private static final int RUNS = 200;
  private static final int ROUNDS = 100_000;

  private SampleTraces() {}

  /**
   * Writes the traces.
   *
   * @param args the directory, then the number of increments of each thread of the loop: a quarter
   *     of the number of events
   */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createDirectories(Path.of(args[0]));
    long iterations = Long.parseLong(args[1]);
    TraceRecorder recorder = new TraceRecorder(directory, System.out);
    loop(recorder, iterations);
    runs(recorder);
    rounds(recorder);
    for (Library library : Library.ALL) {
      recorder.record(library.name(), library.classes(), Long.MAX_VALUE, library.program());
    }
    System.exit(0); // a thread that a library has left running must not keep the JVM alive
  }

  private static void loop(TraceRecorder recorder, long iterations) throws Exception {
    long most = THREADS * MEMORY_OF_AN_INCREMENT * iterations + SLACK;
    recorder.record(
        "loop", Increments.class.getPackageName(), most, () -> Increments.run(iterations));
  }

  /** With new threads and objects each time. */
  private static void runs(TraceRecorder recorder) throws Exception {
    List<Supplier<Subject>> subjects =
        List.of(
            R01_UnsynchronisedCounter::new,
            R22_OverlappingRanges::new,
            C16_WaitNotify::new,
            C26_HandedOverByQueue::new);
    for (Supplier<Subject> subject : subjects) {
      record(
          recorder,
          subject.get().getClass(),
          RUNS,
          () -> {
            for (int i = 0; i < RUNS; i++) {
              subject.get().run();
            }
          });
    }
  }

  /** With the same two threads. */
  private static void rounds(TraceRecorder recorder) throws Exception {
    List<TwoThreads> subjects =
        List.of(
            new R05_SharedArrayElement(),
            new R21_ReadBetweenTwoLockings(),
            new C01_CounterInOneMonitor(),
            new C09_SynchronisedTransfer(),
            new C15_WriteUnderWriteLock());
    for (TwoThreads subject : subjects) {
      record(recorder, subject.getClass(), ROUNDS, new Rounds(subject));
    }
  }

  private static void record(TraceRecorder recorder, Class<?> type, int times, Subject program)
      throws Exception {
    recorder.record(
        type.getSimpleName() + "-x" + times, type.getPackageName(), Long.MAX_VALUE, program);
  }

  /** Each of two threads repeats its work. */
  private record Rounds(TwoThreads subject) implements TwoThreads {
    @Override
    public void first() throws Exception {
      for (int i = 0; i < ROUNDS; i++) {
        subject.first();
      }
    }

    @Override
    public void second() throws Exception {
      for (int i = 0; i < ROUNDS; i++) {
        subject.second();
      }
    }
  }
}
