package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.AtomicCalls;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Effects;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.Waits;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.spans.AccessSites;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What is recorded while one thread alone can act. */
@ResourceLock(Resources.GLOBAL)
class SoloTest extends RecorderTestCase {
  private static final Thread[] NOBODY = {};

  private final AccessSites sites = new AccessSites();

  @BeforeEach
  void begin() {
    sites.add(SITE, true, false, 1);
    recorder =
        Recorder.start(new Plan(Schedule.NONE, 1, null, PLENTY, sites, BufferSpace.unlimited()));
    recorder.beginSolo(Thread.currentThread(), true, NOBODY, NOBODY, true);
  }

  /** Stops, and returns how many accesses of this thread are recorded. */
  private int recorded() {
    RawTrace trace = recorder.stop();
    return records(trace, slotOf(trace, Thread.currentThread().getName()), Layout.FIELD);
  }

  @Test
  void accesses_ofTheThread_areCounted_andNotRecorded() {
    accessTimes(3);
    assertThat(recorded()).isZero();
    assertThat(recorder.trace().accessesAlone()).isEqualTo(3);
    assertThat(sites.isLeftOut(SITE)).isTrue();
  }

  @Test
  void accesses_outOfScope_areNotCounted() {
    DataHooks.after(DataHooks.field(shared, FIELD, SITE + 1, null));
    access(shared);
    assertThat(recorded()).isZero();
    assertThat(recorder.trace().accessesAlone()).isEqualTo(1);
  }

  @Test
  void freeze_isRecorded() {
    DataHooks.freeze(shared, SITE);
    RawTrace trace = recorder.stop();
    assertThat(records(trace, 0, Layout.FREEZE)).isEqualTo(1);
  }

  @Test
  void accesses_afterAStart_areRecorded() throws Exception {
    access(shared);
    Thread child = HookCalls.start(new Thread(() -> access(shared), "child"));
    access(shared);
    HookCalls.join(child);
    assertThat(recorded()).isEqualTo(1);
    assertThat(records(recorder.trace(), slotOf(recorder.trace(), "child"), Layout.FIELD))
        .isEqualTo(1);
    assertThat(recorder.trace().unexpected()).isNull();
  }

  @Test
  void accesses_afterAWakeUp_areRecorded() {
    Effects.unblock(new Thread());
    access(shared);
    assertThat(recorded()).isEqualTo(1);
  }

  @Test
  void wakeUpOfNobody_endsNothing() {
    Effects.unblock(null);
    access(shared);
    recorder.stop();
    assertThat(recorder.trace().accessesAlone()).isEqualTo(1);
  }

  @Test
  void accesses_afterANotification_areRecorded() {
    synchronized (shared) {
      MonitorHooks.notifying(shared, SITE);
    }
    access(shared);
    assertThat(recorded()).isEqualTo(1);
  }

  @Test
  void notification_ofNobody_endsNothing() {
    recorder.beginSolo(Thread.currentThread(), false, NOBODY, NOBODY, true);
    synchronized (shared) {
      MonitorHooks.notifying(shared, SITE);
    }
    access(shared);
    assertThat(recorded()).isZero();
  }

  /* So that a report says where an object was allocated that is shared later. */
  @Test
  void allocations_whileNobodyCounts_areRecorded_theFirstOfEachInstruction() {
    beginUncounted();
    for (int i = 0; i < 100; i++) {
      Hooks.allocated(new Object(), SITE, null);
    }
    recorder.endSolo();
    for (int i = 0; i < 100; i++) {
      Hooks.allocated(new Object(), SITE, null);
    }
    access(shared);
    RawTrace trace = recorder.stop();
    assertThat(records(trace, 0, Layout.ALLOCATED)).isEqualTo(16 + 100);
  }

  private void beginUncounted() {
    recorder.beginSolo(Thread.currentThread(), true, NOBODY, NOBODY, false);
  }

  @Test
  void synchronisation_thatIsNotCounted_isNotRecorded() {
    beginUncounted();
    MonitorHooks.monitorEntering(shared, SITE);
    MonitorHooks.monitorEntered(shared, SITE);
    DataHooks.freeze(shared, SITE);
    MonitorHooks.monitorExiting(shared, SITE);
    DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
    AtomicCalls.fence(AtomicCalls.RELEASE, SITE);
    ModelledCalls.endUnknown(ModelledCalls.beginInherited(shared, SITE), shared, null, SITE);
    Effects.effect(true, EffectCode.of(OpCodes.SEND, Aspects.CHANNEL, 0), shared);
    recorder.endSolo();
    RawTrace trace = recorder.stop();
    assertThat(records(trace, 0, Layout.SYNC)).isZero();
    assertThat(records(trace, 0, Layout.FREEZE)).isZero();
    assertThat(trace.damaged()).isFalse();
  }

  /** In their order, with where and how often they were acquired. */
  @Test
  void locks_thatAreHeldAtTheEnd_areRecorded() {
    Object other = new Object();
    beginUncounted();
    MonitorHooks.monitorEntered(other, SITE + 1);
    MonitorHooks.monitorEntered(shared, SITE);
    MonitorHooks.monitorEntered(shared, SITE + 2);
    recorder.endSolo();
    assertThat(operations()).containsExactly("2 of 0 at 1", "2 of 1 at 0", "2 of 1 at 0");
    MonitorHooks.monitorExiting(shared, SITE);
    MonitorHooks.monitorExiting(shared, SITE);
    MonitorHooks.monitorExiting(other, SITE);
    access(shared);
    RawTrace trace = recorder.stop();
    assertThat(operations()).hasSize(7).startsWith("2 of 0 at 1", "2 of 1 at 0", "2 of 1 at 0");
    assertThat(syncs(OpCodes.UNSEEN)).isEqualTo(1);
    assertThat(syncs(OpCodes.RELEASE)).isEqualTo(3);
    assertThat(trace.damaged()).isFalse();
  }

  /** What comes after the wait is ordered after the notification, which is recorded then. */
  @Test
  void wait_endsIt_withTheLockOfTheWait() throws Exception {
    beginUncounted();
    synchronized (shared) {
      MonitorHooks.monitorEntered(shared, SITE);
      Waits.await(shared, 1, SITE);
      MonitorHooks.monitorExiting(shared, SITE);
    }
    access(shared);
    assertThat(recorded()).isEqualTo(1);
    assertThat(syncs(OpCodes.ACQUIRE)).isEqualTo(1);
    assertThat(syncs(OpCodes.RELEASE_ALL)).isEqualTo(1);
    assertThat(syncs(OpCodes.WAKE)).isEqualTo(1);
  }

  /** Who calls the alias later uses the same object. */
  @Test
  void aliases_areRecorded() {
    beginUncounted();
    Effects.effect(true, EffectCode.of(OpCodes.ALIAS, Aspects.CHANNEL, 0), new Object(), shared);
    ModelledCalls.connected(new Object(), shared, SITE);
    recorder.stop();
    assertThat(syncs(OpCodes.ALIAS)).isEqualTo(1);
    assertThat(syncs(OpCodes.UNKNOWN)).isEqualTo(1);
  }

  @Test
  void locks_heldBefore_preventThatSynchronisationIsNotRecorded() {
    recorder.stop();
    recorder =
        Recorder.start(new Plan(Schedule.NONE, 1, null, PLENTY, sites, BufferSpace.unlimited()));
    MonitorHooks.monitorEntered(shared, SITE);
    beginUncounted();
    MonitorHooks.monitorExiting(shared, SITE);
    recorder.stop();
    assertThat(syncs(OpCodes.RELEASE)).isEqualTo(1);
  }

  /** A thread that spins makes no progress, and another one does. */
  @Test
  void progress_isSeenInWhatIsNotRecorded_unlessItRepeats() {
    beginUncounted();
    Thread[] own = {Thread.currentThread()};
    DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
    long first = recorder.progress(own);
    DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE));
    assertThat(recorder.progress(own)).isEqualTo(first);
    DataHooks.after(DataHooks.volatileField(shared, FIELD, SITE + 1));
    assertThat(recorder.progress(own)).isGreaterThan(first);
  }

  private List<String> operations() {
    RawTrace trace = recorder.trace();
    trace.look();
    trace.look();
    LogCursor at = new LogCursor(trace.threads().get(0), 0);
    List<String> all = new ArrayList<>();
    List<Long> objects = new ArrayList<>();
    while (at.next()) {
      if (at.kind() == Layout.SYNC) {
        if (!objects.contains(at.object())) {
          objects.add(at.object());
        }
        int object = objects.indexOf(at.object());
        all.add(at.syncOp() + " of " + object + " at " + (at.site() - SITE));
      }
    }
    return all;
  }

  @Test
  void accesses_thatAreNotCounted_maybeInASection_leaveAMark() {
    beginUncounted();
    MonitorHooks.monitorEntered(shared, SITE);
    access(shared);
    recorder.endSolo();
    access(shared);
    MonitorHooks.monitorExiting(shared, SITE);
    recorder.stop();
    assertThat(syncs(OpCodes.UNSEEN)).isEqualTo(1);
  }

  private int syncs(int op) {
    RawTrace trace = recorder.trace();
    int slot = slotOf(trace, Thread.currentThread().getName());
    LogCursor at = new LogCursor(trace.threads().get(slot), slot);
    int count = 0;
    while (at.next()) {
      count += at.kind() == Layout.SYNC && at.syncOp() == op ? 1 : 0;
    }
    return count;
  }

  @Test
  void accesses_afterTheEnd_areRecorded() {
    access(shared);
    recorder.endSolo();
    access(shared);
    assertThat(recorded()).isEqualTo(1);
  }

  @Test
  void otherThread_thatNobodyHasWoken_isTold() throws Exception {
    access(shared);
    inOtherThread(this::access);
    access(shared);
    assertThat(recorded()).isEqualTo(1);
    assertThat(recorder.trace().unexpected().getName()).isEqualTo("other");
  }

  @Test
  void otherThread_thatIsSilent_isNotTold() throws Exception {
    inOtherThread(
        object -> {
          ModelledCalls.silence();
          access(object);
        });
    access(shared);
    assertThat(recorded()).isZero();
    assertThat(recorder.trace().unexpected()).isNull();
  }

  @Test
  void otherThread_thatWasSilent_isTold() throws Exception {
    inOtherThread(
        object -> {
          ModelledCalls.silence();
          ModelledCalls.endSilence();
        });
    recorder.stop();
    assertThat(recorder.trace().unexpected().getName()).isEqualTo("other");
  }

  @Test
  void otherThread_thatServesTheRunner_isNotTold() throws Exception {
    Thread other = new Thread(() -> access(new Object()), "other");
    recorder.beginSolo(Thread.currentThread(), true, new Thread[] {other}, NOBODY, true);
    other.start();
    other.join();
    access(shared);
    assertThat(recorded()).isZero();
    assertThat(recorder.trace().unexpected()).isNull();
  }

  @Test
  void otherThread_thatMayEnd_endsIt_andIsNotTold() throws Exception {
    Thread other = new Thread(() -> access(new Object()), "other");
    recorder.beginSolo(Thread.currentThread(), true, NOBODY, new Thread[] {other}, true);
    other.start();
    other.join();
    access(shared);
    assertThat(recorded()).isEqualTo(1);
    assertThat(recorder.trace().unexpected()).isNull();
  }

  @Test
  void otherThread_thatWakesAnother_isTold() throws Exception {
    inOtherThread(Effects::unblock);
    recorder.stop();
    assertThat(recorder.trace().unexpected().getName()).isEqualTo("other");
  }

  @Test
  void otherThread_thatHasActedBefore_preventsIt() throws Exception {
    recorder.endSolo();
    inOtherThread(this::access);
    recorder.beginSolo(Thread.currentThread(), true, NOBODY, NOBODY, true);
    access(shared);
    assertThat(recorded()).isEqualTo(1);
    assertThat(recorder.trace().unexpected()).isNull();
  }

  private void inOtherThread(Consumer<Object> action) throws InterruptedException {
    Thread other = new Thread(() -> action.accept(shared), "other");
    other.start();
    other.join();
  }
}
