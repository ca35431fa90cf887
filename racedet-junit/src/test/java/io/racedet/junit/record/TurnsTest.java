package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.DataHooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.spans.AccessSites;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that run one at a time: none deadlocks, and all may be late at one instruction. */
@Timeout(120)
class TurnsTest {
  private static final int FIRST = 11;
  private static final int SECOND = 12;
  private static final int LOOK = 13;
  private static final int ATTEMPTS = 40;
  private static final int MOST_SEEDS = 1_000;
  private static final int OTHER = 2;

  private volatile int first;
  private volatile int second;
  private volatile boolean isBetween;
  private volatile int plain;

  private static Recorder start(Schedule schedule, long seed) {
    AccessSites sites = new AccessSites();
    for (int site : new int[] {FIRST, SECOND, LOOK}) {
      sites.add(site, false, false, site);
    }
    return Recorder.start(new Plan(schedule, seed, null, 100_000, sites, BufferSpace.unlimited()));
  }

  private void set() {
    int token = DataHooks.volatileField(this, 1, FIRST);
    first = 1;
    DataHooks.after(token);
    token = DataHooks.volatileField(this, 2, SECOND);
    second = 1;
    DataHooks.after(token);
  }

  private void look() {
    int token = DataHooks.volatileField(this, 1, LOOK);
    int one = first;
    DataHooks.after(token);
    token = DataHooks.volatileField(this, 2, LOOK);
    int other = second;
    DataHooks.after(token);
    isBetween |= one == 1 && other == 0;
  }

  /**
   * The order needs all setters to be late; the hash of the instruction is in the seed.
   *
   * @param ended threads that have come and gone before
   */
  @ParameterizedTest
  @CsvSource({"9, 0", "100, 0", "9, 300"})
  void instructions_allThreadsAreLateAtOne(int setters, int ended) throws InterruptedException {
    for (int attempt = 1; attempt <= ATTEMPTS && !isBetween; attempt++) {
      first = 0;
      second = 0;
      Recorder recorder = start(Schedule.INSTRUCTION, (long) attempt << 16 | SECOND);
      for (int i = 0; i < ended; i++) {
        HookCalls.join(HookCalls.start(new Thread(() -> {})));
      }
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < setters; i++) {
        threads.add(HookCalls.start(new Thread(this::set)));
      }
      threads.add(HookCalls.start(new Thread(this::look)));
      for (Thread thread : threads) {
        HookCalls.join(thread);
      }
      recorder.stop().close();
    }
    assertThat(isBetween).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"PRIORITY", "PARTIAL_ORDER", "RANDOM_WALK", "INSTRUCTION"})
  void lockHolders_andLoopsThatWaitForAnother_endInAnyCase(Schedule schedule)
      throws InterruptedException {
    for (int seed = 0; seed < 20; seed++) {
      first = 0;
      Object lock = new Object();
      Recorder recorder = start(schedule, seed);
      Thread spinner = HookCalls.start(new Thread(this::spin));
      Thread holder = HookCalls.start(new Thread(() -> locked(lock, this::set)));
      Thread other = HookCalls.start(new Thread(() -> locked(lock, this::set)));
      HookCalls.join(spinner);
      HookCalls.join(holder);
      HookCalls.join(other);
      recorder.stop().close();
      assertThat(first).isOne();
    }
  }

  private void spin() {
    int seen = 0;
    while (seen == 0) {
      seen = firstSeen();
    }
  }

  /* The read has no hook of its own, as where the weaver leaves it to the record of the write. */
  @ParameterizedTest
  @EnumSource(names = {"PRIORITY", "PARTIAL_ORDER", "RANDOM_WALK"})
  void readWithoutAHook_afterTheThreadsOwnWrite_seesThatOfAnotherThread(Schedule schedule)
      throws InterruptedException {
    int seen = 0;
    for (int seed = 0; seed < MOST_SEEDS && seen == 0; seed++) {
      AccessSites sites = new AccessSites();
      sites.add(FIRST, true, true, FIRST);
      sites.add(SECOND, true, false, SECOND);
      Recorder recorder =
          Recorder.start(
              new Plan(schedule, sixteenTurns(seed), null, 1_000, sites, BufferSpace.unlimited()));
      int[] read = new int[1];
      Thread writer = HookCalls.start(new Thread(() -> read[0] = writtenAndRead()));
      Thread other = HookCalls.start(new Thread(() -> written(OTHER, SECOND)));
      HookCalls.join(writer);
      HookCalls.join(other);
      recorder.stop().close();
      seen += read[0] == OTHER ? 1 : 0;
    }
    assertThat(seen).isPositive();
  }

  /**
   * Both threads are held after their writes, and before what these cover; the first bit after the
   * hash says so.
   */
  @Test
  void instructions_threadsAreLateBetweenAWrite_andTheReadThatItCovers()
      throws InterruptedException {
    boolean isSeen = false;
    for (int attempt = 1; attempt <= ATTEMPTS && !isSeen; attempt++) {
      AccessSites sites = new AccessSites();
      sites.add(FIRST, true, true, FIRST);
      sites.add(SECOND, true, false, SECOND);
      long seed = (long) attempt << 17 | 1 << 16 | FIRST;
      Recorder recorder =
          Recorder.start(
              new Plan(Schedule.INSTRUCTION, seed, null, 1_000, sites, BufferSpace.unlimited()));
      int[] read = new int[1];
      Thread writer = HookCalls.start(new Thread(() -> read[0] = writtenAndRead()));
      Thread other = HookCalls.start(new Thread(() -> written(OTHER, SECOND)));
      HookCalls.join(writer);
      HookCalls.join(other);
      recorder.stop().close();
      isSeen = read[0] == OTHER;
    }
    assertThat(isSeen).isTrue();
  }

  /* For PRIORITY: two to the power of four, of which some change the priorities. */
  private static long sixteenTurns(long seed) {
    return seed << 7 | 1 << 5 | 4;
  }

  /**
   * The other thread has a higher priority, and gets the lock as soon as it is released: only who
   * is not held after its notify gets its next lock before a thread that it has woken.
   */
  @Test
  void whoHasNotified_whereThreadsRunBeforeTheirStarters_isNotHeldBeforeItsNextLock()
      throws InterruptedException {
    int seen = 0;
    for (int attempt = 1; attempt <= ATTEMPTS && seen == 0; attempt++) {
      first = 0;
      Object lock = new Object();
      int[] read = new int[1];
      Recorder recorder = start(Schedule.PRIORITY, (long) attempt << 7);
      Thread[] other = new Thread[1];
      locked(
          lock,
          () -> {
            other[0] = HookCalls.start(new Thread(() -> locked(lock, () -> read[0] = firstSeen())));
            MonitorHooks.notifying(lock, LOOK);
          });
      set();
      HookCalls.join(other[0]);
      recorder.stop().close();
      seen = read[0];
    }
    assertThat(seen).isOne();
  }

  private int firstSeen() {
    int token = DataHooks.volatileField(this, 1, LOOK);
    int seen = first;
    DataHooks.after(token);
    return seen;
  }

  private int writtenAndRead() {
    int token = DataHooks.field(this, 3, FIRST, null);
    plain = 1;
    DataHooks.after(token);
    return plain;
  }

  private void written(int value, int site) {
    int token = DataHooks.field(this, 3, site, null);
    plain = value;
    DataHooks.after(token);
  }

  private static void locked(Object lock, Runnable task) {
    MonitorHooks.monitorEntering(lock, LOOK);
    synchronized (lock) {
      MonitorHooks.monitorEntered(lock, LOOK);
      task.run();
      MonitorHooks.monitorExiting(lock, LOOK);
    }
  }
}
