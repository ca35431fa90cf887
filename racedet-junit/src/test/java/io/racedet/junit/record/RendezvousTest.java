package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.TargetSites;
import io.racedet.runtime.spans.AccessSites;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two threads at two locations: both are held there if possible, and never stuck if not. */
@Timeout(60)
class RendezvousTest {
  private static final int FIELD = 1;
  private static final int FIRST = 11;
  private static final int SECOND = 12;
  private static final int ATTEMPTS = 20;
  private static final int MAX_PASSED = 64;

  private static final Schedule[] SCHEDULES = {Schedule.NONE, Schedule.NOISE, Schedule.PRIORITY};

  private final Object shared = new Object();
  private final Object outer = new Object();
  private final Object inner = new Object();

  private static void access(Object owner, int field, int site) {
    DataHooks.after(DataHooks.field(owner, field, site, null));
  }

  private static Recorder start(Schedule schedule, int second, int attempt, int late) {
    TargetSites target =
        new TargetSites.Pair(new int[] {FIRST}, new int[] {second}, attempt, -1, late);
    AccessSites sites = new AccessSites();
    return Recorder.start(
        new Plan(schedule, attempt, target, 10_000, sites, BufferSpace.unlimited()));
  }

  /** Runs both repeatedly; returns in how many attempts two threads were held at both locations. */
  private static int met(Runnable one, Runnable other) throws InterruptedException {
    int met = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Recorder recorder =
          start(SCHEDULES[attempt % SCHEDULES.length], SECOND, attempt, attempt % 4 - 1);
      Thread first = HookCalls.start(new Thread(one));
      Thread second = HookCalls.start(new Thread(other));
      HookCalls.join(first);
      HookCalls.join(second);
      try (RawTrace trace = recorder.stop()) {
        met += trace.caught() ? 1 : 0;
      }
    }
    return met;
  }

  @Test
  void nothingKeepsThemApart_areCaught() throws InterruptedException {
    assertThat(met(() -> access(shared, FIELD, FIRST), () -> access(shared, FIELD, SECOND)))
        .isPositive();
  }

  @Test
  void samePlaceTwice_areCaughtThere() throws InterruptedException {
    Runnable body =
        () -> {
          for (int i = 0; i <= MAX_PASSED; i++) {
            access(shared, FIELD, FIRST);
          }
        };
    boolean areCaught = false;
    for (int attempt = 0; attempt < ATTEMPTS && !areCaught; attempt++) {
      areCaught = areCaughtAtFirst(body);
    }
    assertThat(areCaught).isTrue();
  }

  private static boolean areCaughtAtFirst(Runnable body) throws InterruptedException {
    Recorder recorder = start(Schedule.NONE, FIRST, 1, -1);
    Thread first = HookCalls.start(new Thread(body));
    Thread second = HookCalls.start(new Thread(body));
    first.join();
    second.join();
    try (RawTrace trace = recorder.stop()) {
      return trace.caught();
    }
  }

  @Test
  void otherObjectOrField_areNotCaught() throws InterruptedException {
    assertThat(met(() -> access(shared, FIELD, FIRST), () -> access(outer, FIELD, SECOND)))
        .isZero();
    assertThat(met(() -> access(shared, FIELD, FIRST), () -> access(shared, FIELD + 1, SECOND)))
        .isZero();
  }

  @Test
  void oneThreadAtBothPlaces_isNotCaught() throws InterruptedException {
    Runnable both =
        () -> {
          access(shared, FIELD, FIRST);
          access(shared, FIELD, SECOND);
        };
    assertThat(met(both, () -> {})).isZero();
  }

  @Test
  void nestedLocks_areNotCaught_andDoNotStick() throws InterruptedException {
    assertThat(met(() -> underBoth(FIRST), () -> underBoth(SECOND))).isZero();
  }

  private void underBoth(int site) {
    synchronized (outer) {
      access(outer, FIELD, 1);
      synchronized (inner) {
        access(shared, FIELD, site);
      }
      access(outer, FIELD, 2);
    }
  }

  @Test
  void conditionsAndTimeOuts_areNotCaught_andDoNotStick() throws InterruptedException {
    for (boolean timed : new boolean[] {false, true}) {
      Lock lock = new ReentrantLock();
      Condition turned = lock.newCondition();
      boolean[] done = {false};
      assertThat(
              met(
                  () -> {
                    done[0] = false;
                    lock.lock();
                    try {
                      access(shared, FIELD, FIRST);
                      done[0] = true;
                      turned.signalAll();
                    } finally {
                      lock.unlock();
                    }
                  },
                  () -> {
                    lock.lock();
                    try {
                      for (int i = 0; i < 50 && !done[0]; i++) {
                        await(turned, timed ? 1 : 20);
                      }
                      access(shared, FIELD, SECOND);
                    } finally {
                      lock.unlock();
                    }
                  }))
          .isZero();
    }
  }

  private static void await(Condition turned, long millis) {
    try {
      turned.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void alone_isLetGo_whenNobodyElseCanMove() throws InterruptedException {
    Recorder recorder = start(Schedule.NONE, SECOND, 1, -1);
    Thread only =
        HookCalls.start(
            new Thread(
                () -> {
                  for (int i = 0; i < 1000; i++) {
                    access(shared, FIELD, FIRST);
                  }
                }));
    only.join();
    try (RawTrace trace = recorder.stop()) {
      assertThat(trace.caught()).isFalse();
    }
  }
}
