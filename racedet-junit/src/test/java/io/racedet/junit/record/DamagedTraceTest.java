package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import org.junit.jupiter.api.Test;

/** Recordings that contradict themselves. */
class DamagedTraceTest extends MergeTestCase {
  @Test
  void lostVersion_isSkipped_andTheTraceSaysSo() {
    LogBuilder a =
        LogBuilder.thread("A")
            .access(Layout.FIELD, write, OBJECT, 1, x)
            .access(Layout.FIELD, write, OBJECT, 4, x);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, write, OBJECT, 3, x);
    RecordedTrace trace = trace(a, b);
    assertThat(EventLog.of(trace))
        .extracting(event -> event.substring(0, 1))
        .containsExactly("A", "B", "A");
    assertThat(trace.damaged()).isTrue();
  }

  @Test
  void sameVersionTwice_losesNoRecord() {
    LogBuilder a =
        LogBuilder.thread("A")
            .access(Layout.FIELD, write, OBJECT, 1, x)
            .access(Layout.FIELD, write, OBJECT, 5, x);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, write, OBJECT, 5, x);
    LogBuilder c = LogBuilder.thread("C").access(Layout.FIELD, write, OBJECT, 5, x);
    assertThat(EventLog.of(trace(a, b, c))).hasSize(4);
  }

  @Test
  void cyclicOrder_isBroken_andTheTraceSaysSo() {
    LogBuilder a = lock(LogBuilder.thread("A"), OpCodes.ACQUIRE, 2);
    a.access(Layout.FIELD, write, OBJECT, 1, x);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, write, OBJECT, 2, x);
    lock(b, OpCodes.NOTIFY, 1);
    RecordedTrace trace = trace(a, b);
    assertThat(EventLog.of(trace)).hasSize(4);
    assertThat(trace.damaged()).isTrue();
  }

  @Test
  void joinOfAThreadThatGoesOn_isDropped_andTheTraceSaysSo() {
    LogBuilder child = LogBuilder.thread("child").access(Layout.FIELD, write, OBJECT, 2, x);
    LogBuilder parent =
        LogBuilder.thread("parent")
            .sync(OpCodes.JOIN, Aspects.THREAD, other, 0, 1, 0)
            .access(Layout.FIELD, write, OBJECT, 1, x);
    RecordedTrace trace = trace(child, parent);
    assertThat(EventLog.of(trace))
        .containsExactly("parent|w(Account.x)|Account.java:2", "child|w(Account.x)|Account.java:2");
    assertThat(trace.damaged()).isTrue();
  }

  @Test
  void acquireOfALockThatIsHeld_releasesItFirst_andTheTraceSaysSo() {
    LogBuilder a = lock(LogBuilder.thread("A"), OpCodes.ACQUIRE, 1);
    LogBuilder b = lock(LogBuilder.thread("B"), OpCodes.ACQUIRE, 2);
    RecordedTrace trace = trace(a, b);
    assertThat(EventLog.of(trace))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly("A|acq", "A|rel", "B|acq");
    assertThat(trace.damaged()).isTrue();
  }

  @Test
  void releaseByAForkedThreadThatHoldsNothing_isDropped_andTheTraceSaysSo() {
    LogBuilder parent =
        LogBuilder.thread("parent").sync(OpCodes.FORK, Aspects.THREAD, other, 0, 1, 1);
    LogBuilder child = lock(LogBuilder.forkedThread("child"), OpCodes.RELEASE, 2);
    RecordedTrace trace = trace(parent, child);
    assertThat(EventLog.of(trace)).containsExactly("parent|fork(child)|Account.java:3");
    assertThat(trace.damaged()).isTrue();
  }
}
