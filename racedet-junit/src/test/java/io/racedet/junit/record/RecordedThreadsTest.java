package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.schedule.Schedule;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Threads that record: many at once, short-lived and virtual ones, those that spin or overflow. */
class RecordedThreadsTest extends RecorderTestCase {
  @Test
  void twoThreads_everyRecordIsKept() throws Exception {
    start(PLENTY);
    int accesses = 50_000;
    int sections = 10_000;
    Runnable body =
        () -> {
          for (int i = 0; i < accesses; i++) {
            access(shared);
          }
          for (int i = 0; i < sections; i++) {
            synchronized (shared) {
              MonitorHooks.monitorEntered(shared, SITE);
              MonitorHooks.monitorExiting(shared, SITE);
            }
          }
        };
    runAll(List.of(new Thread(body, "a"), new Thread(body, "b")));
    RawTrace trace = recorder.stop();
    for (String name : List.of("a", "b")) {
      int slot = slotOf(trace, name);
      assertThat(records(trace, slot, Layout.FIELD)).isEqualTo(accesses);
      assertThat(records(trace, slot, Layout.SYNC)).isEqualTo(2 * sections);
    }
    assertThat(trace.truncated()).isFalse();
    assertThat(trace.damaged()).isFalse();
  }

  @Test
  void thousandsOfShortLivedThreads_allAreRecorded() throws Exception {
    int count = 3000;
    start(PLENTY);
    for (int i = 0; i < count; i += 100) {
      List<Thread> threads = new ArrayList<>();
      for (int k = i; k < i + 100; k++) {
        threads.add(new Thread(() -> access(shared), "short " + k));
      }
      runAll(threads);
    }
    try (RecordedTrace trace =
        new RecordedTrace(recorder.stop(), catalogOfSite(), name -> true, IntSet.of())) {
      assertThat(trace.accessingThreads()).isEqualTo(count);
      assertThat(trace.accesses()).isEqualTo(count);
      assertThat(trace.damaged()).isFalse();
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_areThreadsOfTheirOwn() throws Exception {
    Method startVirtualThread = Thread.class.getMethod("startVirtualThread", Runnable.class);
    int count = 500;
    int accesses = 20;
    start(PLENTY);
    Runnable body =
        () -> {
          for (int i = 0; i < accesses; i++) {
            access(shared);
            Thread.yield();
          }
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add((Thread) startVirtualThread.invoke(null, body));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    RawTrace raw = recorder.stop();
    Set<String> names = new HashSet<>();
    for (int slot = 0; slot < raw.threads().size(); slot++) {
      if (raw.threads().get(slot).name().startsWith("VirtualThread#")) {
        assertThat(records(raw, slot, Layout.FIELD)).isEqualTo(accesses);
        names.add(raw.threads().get(slot).name());
      }
    }
    assertThat(names).hasSize(count);
    try (RecordedTrace trace = new RecordedTrace(raw, catalogOfSite(), name -> true, IntSet.of())) {
      assertThat(trace.accesses()).isEqualTo((long) count * accesses);
      assertThat(trace.damaged()).isFalse();
    }
  }

  @Test
  void stackOverflows_inHooks_loseNothingOfTheOrder() throws Exception {
    recorder = Recorder.start(new Plan(Schedule.NONE, 1, 10 * PLENTY));
    Runnable body =
        () -> {
          for (int i = 0; i < 30; i++) {
            overflow(i);
          }
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(new Thread(null, body, "recursion " + i, 256 * 1024));
    }
    runAll(threads);
    accessTimes(100);
    try (RecordedTrace trace =
        new RecordedTrace(recorder.stop(), catalogOfSite(), name -> true, IntSet.of())) {
      assertThat(trace.accesses()).isGreaterThan(1000);
      assertThat(trace.damaged()).isFalse();
    }
  }

  private void overflow(int variant) {
    try {
      recurse(variant);
    } catch (StackOverflowError expected) {
      access(shared);
    }
  }

  /* Frames of various sizes, so that the overflow meets the hooks at various points. */
  private long recurse(long depth) {
    Hooks.enter(0);
    access(shared);
    long result = recurse(depth + 1) + depth;
    Hooks.exit(null);
    return result;
  }

  @Test
  void threadThatSpinsAlone_isRecordedOnce() {
    start(PLENTY);
    for (int i = 0; i < 1000; i++) {
      DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
    }
    DataHooks.after(DataHooks.volatileField(this, FIELD, SITE));
    DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
    assertThat(records(recorder.stop(), 0, Layout.SYNC)).isEqualTo(3);
  }

  @Test
  void threadThatSpinsWhileAnotherRuns_isRecordedAfterEachOfItsRecords() throws Exception {
    start(PLENTY);
    for (int i = 0; i < 3; i++) {
      DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
      DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
      runAll(
          List.of(new Thread(() -> DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE)))));
    }
    assertThat(records(recorder.stop(), 0, Layout.SYNC)).isEqualTo(3);
  }
}
