package io.racedet.junit.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.racedet.RaceAnalysis;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.EventHash;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs random concurrent programs: the events recorded for each thread are exactly what it has
 * done, and each read sees the last write in the trace.
 *
 * <p>System properties: {@code racedet.stress.seed} for the first program, {@code
 * racedet.stress.minutes} for the long test.
 */
@ResourceLock(Resources.GLOBAL)
class RandomProgramsTest {
  private static final int PROGRAMS_AT_ONCE = 3;
  private static final long SECOND = 1_000_000_000L;

  private final long seed = Long.getLong("racedet.stress.seed", new Random().nextLong() >>> 16);
  private int runs = 4;
  private Path beside; // null to analyse at the end
  private long programs;

  @TempDir Path folder;
  private long events;

  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  void programs_ofThreads_areRecordedAsTheyRan(ThreadKind threads) throws Exception {
    assumeTrue(threads.isAvailable());
    runFor(SECOND, threads);
  }

  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  void programs_analysedBeside_areRecordedAsTheyRan(ThreadKind threads) throws Exception {
    assumeTrue(threads.isAvailable());
    beside = folder;
    runFor(SECOND, threads);
  }

  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  @Tag("soak")
  void manyPrograms_ofThreads_areRecordedAsTheyRan(ThreadKind threads) throws Exception {
    assumeTrue(threads.isAvailable());
    runs = 20;
    long kinds = Arrays.stream(ThreadKind.values()).filter(ThreadKind::isAvailable).count();
    runFor(Long.getLong("racedet.stress.minutes", 60) * 60 * SECOND / kinds, threads);
  }

  private void runFor(long nanos, ThreadKind threads) throws Exception {
    System.out.println("random programs from -Dracedet.stress.seed=" + seed);
    long spent = 0;
    try (Compiler compiler = new Compiler()) {
      for (long first = seed; spent < nanos; first += PROGRAMS_AT_ONCE) {
        List<ProgramText> some =
            LongStream.range(first, first + PROGRAMS_AT_ONCE).mapToObj(ProgramText::of).toList();
        Map<String, byte[]> classes = compiler.compile(some);
        ProgramRun.agent(isReduced(first));
        long start = System.nanoTime(); // without the first compilation, which is slow
        for (int i = 0; i < PROGRAMS_AT_ONCE && spent < nanos; i++) {
          run(some.get(i), Compiler.load(classes, some.get(i)), first, first + i, threads);
        }
        spent += System.nanoTime() - start;
      }
    }
    System.out.println("random programs: " + programs + " with " + events + " events compared");
    assertThat(events).isPositive();
  }

  /* Every other time. */
  private static boolean isReduced(long first) {
    return (first / PROGRAMS_AT_ONCE & 1) == 0;
  }

  private void run(
      ProgramText text, Program program, long first, long programSeed, ThreadKind threads)
      throws Exception {
    programs++;
    Map<String, Long> statics = Map.of();
    for (int i = 0; i < runs; i++) {
      Schedule how = Schedule.values()[i % Schedule.values().length];
      try (ProgramRun run = ProgramRun.of(text, program, how, programSeed + i, threads, beside)) {
        if (beside != null) {
          assertThat(run.trace().failure()).isEmpty();
          EventHash again = new EventHash();
          run.trace().replay(again);
          assertThat(again.text()).isEqualTo(run.beside().text());
        }
        TraceCheck.Result result = TraceCheck.of(run, statics, isReduced(first));
        assertThat(result.faults())
            .as(() -> "-Dracedet.stress.seed=" + programSeed + ", " + how + ", " + text.save())
            .isEmpty();
        statics = result.statics();
        events += result.events();
        RaceAnalysis analysis = RaceAnalysis.with("fasttrack").start();
        run.trace().replay(analysis);
        assertThat(analysis.finish().dropped()).as("events that cannot come next").isZero();
      }
    }
  }
}
