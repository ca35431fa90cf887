package io.racedet.junit.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.junit.record.Perturbation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Random concurrent programs are run for real, and what is recorded of each thread is exactly what
 * it has done; each read sees the last write of the trace.
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
  private long programs;
  private long events;

  @Test
  void platformThreads_recordIsWhatTheyDid() throws Exception {
    runFor(2 * SECOND, (name, body) -> new Thread(body, name));
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_recordIsWhatTheyDid() throws Exception {
    runFor(SECOND, RandomProgramsTest::virtualThread);
  }

  @Test
  @Tag("soak")
  void bothKindsOfThreads_recordIsWhatTheyDid() throws Exception {
    runs = 20;
    long nanos = Long.getLong("racedet.stress.minutes", 60) * 60 * SECOND;
    boolean virtual = Runtime.version().feature() >= 21;
    runFor(virtual ? nanos / 2 : nanos, (name, body) -> new Thread(body, name));
    if (virtual) {
      runFor(nanos / 2, RandomProgramsTest::virtualThread);
    }
  }

  private static Thread virtualThread(String name, Runnable body) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      Method named = type.getMethod("name", String.class);
      return (Thread)
          type.getMethod("unstarted", Runnable.class).invoke(named.invoke(builder, name), body);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void runFor(long nanos, ProgramRun.Threads threads) throws Exception {
    System.out.println("random programs from -Dracedet.stress.seed=" + seed);
    ProgramRun.agent();
    long spent = 0;
    try (Compiler compiler = new Compiler()) {
      for (long first = seed; spent < nanos; first += PROGRAMS_AT_ONCE) {
        List<ProgramText> some =
            LongStream.range(first, first + PROGRAMS_AT_ONCE).mapToObj(ProgramText::of).toList();
        Map<String, byte[]> classes = compiler.compile(some);
        long start = System.nanoTime(); // without the first compilation, which takes a while
        for (int i = 0; i < PROGRAMS_AT_ONCE && spent < nanos; i++) {
          run(some.get(i), Compiler.load(classes, some.get(i)), first + i, threads);
        }
        spent += System.nanoTime() - start;
      }
    }
    System.out.println("random programs: " + programs + " with " + events + " events compared");
    assertThat(events).isPositive();
  }

  private void run(ProgramText text, Program program, long programSeed, ProgramRun.Threads threads)
      throws Exception {
    programs++;
    Map<String, Long> statics = Map.of();
    for (int i = 0; i < runs; i++) {
      Perturbation how = Perturbation.values()[i % Perturbation.values().length];
      try (ProgramRun run = ProgramRun.of(text, program, how, programSeed + i, threads)) {
        TraceCheck.Result result = TraceCheck.of(run, statics);
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
