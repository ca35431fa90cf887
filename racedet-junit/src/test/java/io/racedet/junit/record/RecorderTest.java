package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Effects;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.Waits;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.schedule.Schedule;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The recorder from its start to its stop: limits, what goes on after it, numbers of objects. */
class RecorderTest extends RecorderTestCase {
  @Test
  void enterAndExit_withNothingBetween_leaveNoRecord() {
    start(PLENTY);
    Hooks.enter(1);
    access(shared);
    for (int i = 0; i < 1000; i++) {
      Hooks.enter(2);
      Hooks.enter(3);
      Hooks.exit(null);
      Hooks.exit(null);
    }
    Hooks.exit(null);
    access(shared);
    RawTrace trace = recorder.stop();
    assertThat(records(trace, 0, Layout.ENTER)).isEqualTo(1);
    assertThat(records(trace, 0, Layout.EXIT)).isEqualTo(1);
    assertThat(records(trace, 0, Layout.FIELD)).isEqualTo(2);
  }

  @Test
  void full_goesQuiet_testGoesOn() throws Exception {
    start(1000);
    Thread writer = new Thread(() -> accessTimes(100_000), "writer");
    runAll(List.of(writer));
    assertThat(DataHooks.field(shared, FIELD, SITE, null)).isEqualTo(Stripes.NOTHING_HELD);
    RawTrace trace = recorder.stop();
    assertThat(trace.truncated()).isTrue();
    assertThat(records(trace, slotOf(trace, "writer"), Layout.FIELD)).isBetween(500, 4000);
  }

  @Test
  void start_whileAnotherRuns_throws() {
    start(PLENTY);
    assertThatThrownBy(() -> Recorder.start(new Plan(Schedule.NONE, 2, PLENTY)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("another recording has not been stopped");
    access(shared);
    assertThat(records(recorder.stop(), 0, Layout.FIELD)).isEqualTo(1);
  }

  @Test
  void start_whileAFullOneIsNotStopped_throws() {
    start(1);
    accessTimes(1000);
    assertThatThrownBy(() -> Recorder.start(new Plan(Schedule.NONE, 2, PLENTY)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void schedules_haveTheNamesThatUsersKnow() {
    assertThat(Stream.of(Schedule.values()).map(Schedule::name))
        .containsExactlyElementsOf(
            Stream.of(io.racedet.junit.Schedule.values()).map(Enum::name).toList());
  }

  @Test
  void stop_twice_givesTheSameTrace() {
    start(PLENTY);
    access(shared);
    assertThat(recorder.stop()).isSameAs(recorder.stop());
  }

  @Test
  void closedTrace_givesItsMemoryToTheNext() throws Exception {
    Map<long[], Boolean> before = new IdentityHashMap<>();
    for (long[] words : fullChunks()) {
      before.put(words, true);
    }
    assertThat(before).isNotEmpty();
    assertThat(fullChunks()).anyMatch(before::containsKey);
  }

  private List<long[]> fullChunks() throws InterruptedException {
    start(PLENTY);
    runAll(List.of(new Thread(() -> accessTimes(100_000), "writer")));
    List<long[]> chunks = new ArrayList<>();
    try (RawTrace trace = recorder.stop()) {
      RawThread log = trace.threads().get(slotOf(trace, "writer"));
      for (int i = 0; i < log.chunks(); i++) {
        if (log.words(i).length >= 8192) {
          chunks.add(log.words(i));
        }
      }
    }
    return chunks;
  }

  @Test
  void stop_whileThreadsGoOn_cutsThemOffCleanly() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(() -> workUntil(over), "worker " + i);
      thread.start();
      threads.add(thread);
    }
    try {
      assertThat(eventsOfManyRecordings()).isGreaterThan(10_000);
    } finally {
      over.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void atomicCallBegunInTheRecordingBefore_holdsNothingInTheNext() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong calls = new AtomicLong();
    Thread caller = new Thread(() -> callUntil(over, calls), "caller");
    caller.start();
    try {
      for (int round = 0; round < 300; round++) {
        Recorder next = Recorder.start(new Plan(Schedule.NONE, round, PLENTY));
        for (long before = calls.get(); calls.get() < before + 2; ) {
          Thread.yield();
        }
        try (RawTrace trace = next.stop()) {
          assertThat(trace.damaged()).as("round %d", round).isFalse();
        }
      }
    } finally {
      over.set(true);
      caller.join();
    }
  }

  private void callUntil(AtomicBoolean over, AtomicLong calls) {
    int code = EffectCode.of(EffectCode.UPDATE, Aspects.FIELD, 0);
    while (!over.get()) {
      for (int i = 0; i < 1000; i++) {
        Effects.hold(code, shared, 0);
        Effects.held(true, code, shared, 0);
      }
      calls.incrementAndGet();
    }
  }

  private long eventsOfManyRecordings() throws InterruptedException {
    CatalogBuilder catalog = catalogOfSite();
    Schedule[] schedules = {Schedule.NONE, Schedule.NOISE, Schedule.PRIORITY};
    long events = 0;
    for (int round = 0; round < 150; round++) {
      Recorder next = Recorder.start(new Plan(schedules[round % schedules.length], round, PLENTY));
      Thread.sleep(1);
      try (RecordedTrace trace =
          new RecordedTrace(next.stop(), catalog, name -> true, IntSet.of())) {
        assertThat(trace.damaged()).as("round %d", round).isFalse();
        events += trace.events();
      }
    }
    return events;
  }

  private void workUntil(AtomicBoolean over) {
    while (!over.get()) {
      Hooks.enter(0);
      access(shared);
      synchronized (shared) {
        MonitorHooks.monitorEntered(shared, SITE);
        access(this);
        MonitorHooks.monitorExiting(shared, SITE);
      }
      Hooks.exit(null);
    }
  }

  @Test
  void objects_haveOneNumberEach_neverReused() {
    start(10 * PLENTY);
    int count = 300_000;
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object object = new Object();
      if (i % 100 == 0) {
        kept.add(object);
      }
      access(object);
    }
    kept.forEach(this::access);
    RawTrace trace = recorder.stop();
    LogCursor at = new LogCursor(trace.threads().get(0), 0);
    Set<Long> ids = new HashSet<>();
    List<Long> idsOfKept = new ArrayList<>();
    for (int i = 0; at.next(); i++) {
      if (i < count) {
        ids.add(at.object());
        if (i % 100 == 0) {
          idsOfKept.add(at.object());
        }
      } else {
        assertThat(at.object()).isEqualTo(idsOfKept.get(i - count));
      }
    }
    assertThat(ids).hasSize(count);
    assertThat(trace.typeOf(idsOfKept.get(0))).isEqualTo(Object.class);
  }

  @Test
  void recordedObjects_canBeCollected() throws Exception {
    start(PLENTY);
    Object object = new Object();
    access(object);
    WeakReference<Object> reference = new WeakReference<>(object);
    object = null;
    for (int i = 0; i < 50 && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(reference.get()).isNull();
  }

  @Test
  void impossibleAccesses_holdNothing() {
    start(PLENTY);
    int[] three = new int[3];
    assertThat(DataHooks.field(null, FIELD, SITE, null)).isEqualTo(Stripes.NOTHING_HELD);
    assertThat(DataHooks.array(null, 0, SITE, null)).isEqualTo(Stripes.NOTHING_HELD);
    assertThat(DataHooks.array(three, 3, SITE, null)).isEqualTo(Stripes.NOTHING_HELD);
    assertThat(DataHooks.array(three, -1, SITE, null)).isEqualTo(Stripes.NOTHING_HELD);
    assertThat(DataHooks.arrayStore(new String[1], 0, 1, SITE, null))
        .isEqualTo(Stripes.NOTHING_HELD);
    assertThat(DataHooks.volatileField(null, FIELD, SITE)).isEqualTo(Stripes.NOTHING_HELD);
    DataHooks.after(Stripes.NOTHING_HELD);
    assertThatThrownBy(() -> Waits.await(shared, SITE))
        .isInstanceOf(IllegalMonitorStateException.class);
    MonitorHooks.notifying(shared, SITE);
    assertThat(recorder.stop().threads().stream().mapToInt(RawThread::chunks).sum()).isZero();
  }
}
