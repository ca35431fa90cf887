package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Effects;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.spans.AccessSites;
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

  @Test
  void accesses_thatAreNotCounted_maybeInASection_leaveAMark() {
    recorder.beginSolo(Thread.currentThread(), true, NOBODY, NOBODY, false);
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
