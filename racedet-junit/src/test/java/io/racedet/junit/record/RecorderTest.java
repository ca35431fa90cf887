package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.Effects;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.Waits;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.EffectCode;
import io.racedet.runtime.memory.Layout;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The recorder in unusual conditions: limits, errors in hooks, threads of all kinds. */
@Timeout(60)
class RecorderTest {
  private static final long PLENTY = 1_000_000;

  private static final int FIELD = 3;
  private static final int SITE = 5;

  private final Object shared = new Object();
  private Recorder recorder;

  private Recorder start(long maxEvents) {
    recorder = Recorder.start(Recorder.SCHEDULE_NONE, 1, maxEvents);
    return recorder;
  }

  @AfterEach
  void stop() {
    if (recorder != null) {
      recorder.stop().close();
    }
  }

  private void access(Object owner) {
    Hooks.after(Hooks.field(owner, FIELD, SITE));
  }

  private static int records(RawTrace trace, int slot, int kind) {
    LogCursor at = new LogCursor(trace.threads().get(slot), slot);
    int count = 0;
    while (at.next()) {
      count += at.kind() == kind ? 1 : 0;
    }
    return count;
  }

  private static int slotOf(RawTrace trace, String name) {
    for (int slot = 0; slot < trace.threads().size(); slot++) {
      if (trace.threads().get(slot).name().equals(name)) {
        return slot;
      }
    }
    throw new AssertionError(name + " is not in the trace");
  }

  private static void runAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

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
  void enterAndExit_withNothingBetween_leaveNoRecord() {
    start(PLENTY);
    Hooks.enter(1);
    access(shared);
    for (int i = 0; i < 1000; i++) {
      Hooks.enter(2);
      Hooks.enter(3);
      Hooks.exit();
      Hooks.exit();
    }
    Hooks.exit();
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
    assertThat(Hooks.field(shared, FIELD, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    RawTrace trace = recorder.stop();
    assertThat(trace.truncated()).isTrue();
    assertThat(records(trace, slotOf(trace, "writer"), Layout.FIELD)).isBetween(500, 4000);
  }

  private void accessTimes(int times) {
    for (int i = 0; i < times; i++) {
      access(shared);
    }
  }

  @Test
  void start_whileAnotherRuns_throws() {
    start(PLENTY);
    assertThatThrownBy(() -> Recorder.start(Recorder.SCHEDULE_NONE, 2, PLENTY))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("another recording has not been stopped");
    access(shared);
    assertThat(records(recorder.stop(), 0, Layout.FIELD)).isEqualTo(1);
  }

  @Test
  void start_whileAFullOneIsNotStopped_throws() {
    start(1);
    accessTimes(1000);
    assertThatThrownBy(() -> Recorder.start(Recorder.SCHEDULE_NONE, 2, PLENTY))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void start_unknownSchedule_namesTheKnownOnes() {
    assertThatThrownBy(() -> Recorder.start(7, 2, PLENTY))
        .hasMessage("schedule: 7 (expected: 0..3)");
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
        Recorder next = Recorder.start(Recorder.SCHEDULE_NONE, round, PLENTY);
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
    long events = 0;
    for (int round = 0; round < 150; round++) {
      Recorder next = Recorder.start(round % 3, round, PLENTY);
      Thread.sleep(1);
      try (RecordedTrace trace = new RecordedTrace(next.stop(), catalog, name -> true)) {
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
      Hooks.exit();
    }
  }

  private static CatalogBuilder catalogOfSite() {
    CatalogBuilder catalog = new CatalogBuilder();
    int method = catalog.method("work");
    for (int field = 0; field <= FIELD; field++) {
      catalog.field("field" + field);
    }
    for (int site = 0; site <= SITE; site++) {
      catalog.site(SiteKind.WRITE, method, site);
    }
    return catalog;
  }

  /* ---- interrupted hooks ---- */

  @Test
  void stackOverflows_inHooks_loseNothingOfTheOrder() throws Exception {
    recorder = Recorder.start(Recorder.SCHEDULE_NONE, 1, 10 * PLENTY);
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
    try (RecordedTrace trace = new RecordedTrace(recorder.stop(), catalogOfSite(), name -> true)) {
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
    Hooks.exit();
    return result;
  }

  /* ---- spinning ---- */

  @Test
  void threadThatSpinsAlone_isRecordedOnce() {
    start(PLENTY);
    for (int i = 0; i < 1000; i++) {
      Hooks.after(Hooks.volatileField(shared, FIELD, SITE));
    }
    Hooks.after(Hooks.volatileField(this, FIELD, SITE));
    Hooks.after(Hooks.volatileField(shared, FIELD, SITE));
    assertThat(records(recorder.stop(), 0, Layout.SYNC)).isEqualTo(3);
  }

  @Test
  void threadThatSpinsWhileAnotherRuns_isRecordedAfterEachOfItsRecords() throws Exception {
    start(PLENTY);
    for (int i = 0; i < 3; i++) {
      Hooks.after(Hooks.volatileField(shared, FIELD, SITE));
      Hooks.after(Hooks.volatileField(shared, FIELD, SITE));
      runAll(List.of(new Thread(() -> Hooks.after(Hooks.volatileField(shared, FIELD, SITE)))));
    }
    assertThat(records(recorder.stop(), 0, Layout.SYNC)).isEqualTo(3);
  }

  /* ---- threads of all kinds ---- */

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
    try (RecordedTrace trace = new RecordedTrace(recorder.stop(), catalogOfSite(), name -> true)) {
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
    try (RecordedTrace trace = new RecordedTrace(raw, catalogOfSite(), name -> true)) {
      assertThat(trace.accesses()).isEqualTo((long) count * accesses);
      assertThat(trace.damaged()).isFalse();
    }
  }

  /* ---- identity ---- */

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
    assertThat(Hooks.field(null, FIELD, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    assertThat(Hooks.array(null, 0, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    assertThat(Hooks.array(three, 3, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    assertThat(Hooks.array(three, -1, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    assertThat(Hooks.arrayStore(new String[1], 0, 1, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    assertThat(Hooks.volatileField(null, FIELD, SITE)).isEqualTo(Hooks.NOTHING_HELD);
    Hooks.after(Hooks.NOTHING_HELD);
    assertThatThrownBy(() -> Waits.await(shared, SITE))
        .isInstanceOf(IllegalMonitorStateException.class);
    MonitorHooks.notifying(shared, SITE);
    assertThat(recorder.stop().threads().stream().mapToInt(RawThread::chunks).sum()).isZero();
  }
}
