package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.LockCycle;
import io.racedet.runtime.schedule.Rendezvous;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.SchedulePerturber;
import io.racedet.runtime.spans.AccessSites;
import java.lang.Thread.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which schedules know what a thread that holds nothing requests, with a target or without one. */
class RequestPointsTest {
  private static final int SITE = 5;

  private final Object lock = new Object();
  private Session session;
  private Recorder recorder;

  private ThreadBuffer start(SchedulePerturber perturber) {
    session =
        new Session(
            perturber, 1, 1_000, Long.MAX_VALUE, new AccessSites(), BufferSpace.unlimited());
    recorder = Recorder.start(session);
    return session.buffer();
  }

  @AfterEach
  void stop() {
    recorder.stop().close();
  }

  private static SchedulePerturber turns() {
    return Schedule.RANDOM_WALK.perturber(1, new AccessSites());
  }

  /* No thread holds the lock. */
  private boolean isComing(ThreadBuffer self) {
    return self.scheduled.asked.isComing(session.threads, State.BLOCKED);
  }

  private boolean knowsRequest(SchedulePerturber perturber) {
    ThreadBuffer self = start(perturber);
    session.points.request(self, lock, Aspects.MONITOR, false, SITE);
    return isComing(self);
  }

  @Test
  void oneThreadAtATime_knowsTheRequest() {
    assertThat(knowsRequest(turns())).isTrue();
  }

  @Test
  void oneThreadAtATimeWithTwoLocations_knowsTheRequest() {
    int[] none = {};
    Rendezvous rendezvous = new Rendezvous(none, none, 0, -1, -1, 0);
    assertThat(knowsRequest(new Rendezvous.Targeted(turns(), rendezvous))).isTrue();
  }

  @Test
  void oneThreadAtATimeWithRequestsOfADeadlock_knowsTheRequest() {
    LockCycle cycle = new LockCycle(new int[][] {{SITE}, {SITE}}, new boolean[2], 0, 0);
    assertThat(knowsRequest(new LockCycle.Targeted(turns(), cycle))).isTrue();
  }

  @Test
  void otherSchedules_doNotPayForIt() {
    assertThat(knowsRequest(Schedule.NONE.perturber(1, new AccessSites()))).isFalse();
  }

  @Test
  void nextPoint_endsTheRequest() {
    ThreadBuffer self = start(turns());
    session.points.request(self, lock, Aspects.MONITOR, false, SITE);
    session.points.sync(self, 0, 0, SITE);
    assertThat(isComing(self)).isFalse();
  }

  @Test
  void waitForANotification_isARequest() {
    ThreadBuffer self = start(turns());
    MonitorHooks.monitorEntering(lock, SITE);
    synchronized (lock) {
      MonitorHooks.monitorEntered(lock, SITE);
      assertThat(isComing(self)).isFalse();
      Waits.waiting(lock, SITE);
      assertThat(isComing(self)).isTrue();
      Waits.waited(lock, SITE);
      MonitorHooks.monitorExiting(lock, SITE);
    }
  }
}
