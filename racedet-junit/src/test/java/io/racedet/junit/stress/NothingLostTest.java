package io.racedet.junit.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.EventHash;
import io.racedet.junit.record.LiveOptions;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.StartedThreads;
import io.racedet.runtime.log.ChunkPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each thread counts what it does, and the recorded trace has as many events of each kind. */
@ResourceLock(Resources.GLOBAL)
@Timeout(120)
class NothingLostTest {
  private static final long PLENTY = 50_000_000;
  private static final int MANY = 10; // threads, independent of the number of processors
  private static final int ROUNDS = 400;
  private static final int CHILD_ROUNDS = 3;

  private final Map<String, Tally> tallies = new HashMap<>();
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

  private LiveOptions beside; // null to analyse at the end

  @TempDir Path folder;

  private Recording record(Schedule schedule) throws AgentUnavailable {
    String scope = CountedWork.class.getName();
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(new Scope(scope, Path.of(""), List.of(scope), List.of()));
    RecordingOptions how = new RecordingOptions(schedule, 1, PLENTY, scope::equals);
    return beside == null
        ? Recording.start(agent.sites(), how)
        : Recording.start(agent.sites(), how, beside, new StartedThreads());
  }

  /** A thread with a tally of its own. */
  private Thread thread(ThreadKind kind, String name, Work work) {
    Tally tally = new Tally();
    tallies.put(name, tally);
    return kind.of(
        name,
        () -> {
          try {
            work.run(tally);
          } catch (Throwable e) {
            failures.add(e);
          }
        });
  }

  private interface Work {
    void run(Tally tally) throws Exception;
  }

  private static void rounds(CountedWork work, int count, Tally tally) throws Exception {
    for (int round = 0; round < count; round++) {
      work.round(round, tally);
    }
  }

  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  void manyThreads_ofTallies_traceHasAsMany(ThreadKind kind) throws Exception {
    assumeTrue(kind.isAvailable());
    check(kind, Schedule.NONE, ROUNDS);
  }

  /* What only the analysis of a whole recording leaves out is no part of the comparison. */
  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  void manyThreads_thatWaitForTheAnalysis_traceHasAsMany(ThreadKind kind) throws Exception {
    assumeTrue(kind.isAvailable());
    EventHash sent = new EventHash();
    beside = new LiveOptions(MANY * ChunkPool.FULL / 2, 0, 1 << 30, folder, names -> sent);
    check(kind, Schedule.NONE, ROUNDS);
  }

  @ParameterizedTest
  @EnumSource(ThreadKind.class)
  void manyThreads_perturbed_traceHasAsMany(ThreadKind kind) throws Exception {
    assumeTrue(kind.isAvailable());
    check(kind, Schedule.NOISE, ROUNDS / 8);
  }

  private void check(ThreadKind kind, Schedule schedule, int rounds) throws Exception {
    CountedWork work = new CountedWork();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Thread child = thread(kind, "counted child " + i, tally -> rounds(work, CHILD_ROUNDS, tally));
      threads.add(
          thread(
              kind,
              "counted " + i,
              tally -> {
                rounds(work, rounds / 2, tally);
                CountedWork.startAndJoin(child, tally);
                rounds(work, rounds / 2, tally);
              }));
    }
    Recording recording = record(schedule);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    try (RecordedTrace trace = recording.stop()) {
      Map<String, Tally> recorded = tally(trace);
      tallies.forEach(
          (name, expected) ->
              assertThat(compared(recorded.get(name))).as(name).isEqualTo(compared(expected)));
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.truncated()).isFalse();
      assertThat(trace.damage()).isEmpty();
    }
  }

  private Object compared(Tally tally) {
    return beside == null ? tally.balanced() : tally.certain().balanced();
  }

  /*
   * How often an exchange of permits fails, a query sees a lock, or a virtual thread that is joined
   * is found alive by its latch, depends on other threads.
   */
  private static boolean isCertain(Op op, String operand) {
    return op == Op.SYNC_READ
        ? !operand.startsWith("Semaphore@") && !operand.startsWith("CountDownLatch@")
        : op.operand() != Op.Operand.CHANNEL || !operand.startsWith("ReentrantReadWriteLock@");
  }

  private static Map<String, Tally> tally(RecordedTrace trace) {
    Map<String, Tally> recorded = new HashMap<>();
    List<Tally> byId = new ArrayList<>();
    trace.replay(
        (op, thread, operand, location) -> {
          while (byId.size() <= thread) {
            String name = trace.names().name(Op.Operand.THREAD, byId.size());
            byId.add(recorded.computeIfAbsent(name, key -> new Tally()));
          }
          if (isCertain(op, trace.names().name(op.operand(), operand))) {
            byId.get(thread).add(op, 1);
          }
        });
    return recorded;
  }

  @Test
  void threadThatOutlivesRecordings_isCutOffCleanly_andRecordedByTheNext() throws Exception {
    CountedWork work = new CountedWork();
    AtomicLong rounds = new AtomicLong();
    Thread daemon =
        thread(ThreadKind.PLATFORM, "counted daemon", tally -> forever(work, rounds, tally));
    daemon.setDaemon(true);
    daemon.start();
    try {
      for (int i = 0; i < 20; i++) {
        Recording recording = record(Schedule.NONE);
        long before = rounds.get();
        while (rounds.get() < before + 2) {
          Thread.yield();
        }
        try (RecordedTrace trace = recording.stop()) {
          assertThat(trace.damage()).as("recording %d", i).isEmpty();
          assertThat(tally(trace).get("counted daemon").counts().get(Op.WRITE)).isPositive();
        }
      }
    } finally {
      daemon.interrupt();
      daemon.join();
    }
    assertThat(failures).isEmpty();
  }

  private static void forever(CountedWork work, AtomicLong rounds, Tally tally) throws Exception {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        work.round(1, tally);
        rounds.incrementAndGet();
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
