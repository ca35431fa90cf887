package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What threads wait for at the end of a recording, from logs made by hand. */
class PendingWaitsTest extends MergeTestCase {
  private static final long SECOND = 88;

  private final LogBuilder a = LogBuilder.thread("A");
  private final LogBuilder b = LogBuilder.thread("B");

  private List<String> waits() {
    return trace(a, b).locks().waits(List.of());
  }

  private void stamp(LogBuilder log, int op, long lock, long seq) {
    log.sync(op, Aspects.STAMP, other, lock, seq, 0);
  }

  private void ask(LogBuilder log, long lock, boolean shared, long seq) {
    log.sync(OpCodes.BID, Aspects.LOCK, other, lock, seq, shared ? EffectCode.BID_SHARED : 0);
  }

  @Test
  void cycleOfStamps_isNamed() {
    stamp(a, OpCodes.ACQUIRE, OBJECT, 1);
    stamp(b, OpCodes.ACQUIRE, SECOND, 2);
    ask(a, SECOND, true, 3);
    ask(b, OBJECT, false, 4);
    assertThat(waits())
        .containsExactly(
            "deadlock: \"A\" requests object 88 (shared) at Account.java:3, which is held by"
                + " \"B\" since Account.java:3",
            "deadlock: \"B\" requests object 77 at Account.java:3, which is held by"
                + " \"A\" since Account.java:3");
  }

  @Test
  void stampThatIsGivenBack_orAskedForInTheSameMode_isNone() {
    stamp(a, OpCodes.ACQUIRE, OBJECT, 1);
    stamp(a, OpCodes.RELEASE, OBJECT, 2);
    stamp(a, OpCodes.ACQUIRE_SHARED, SECOND, 3);
    ask(b, SECOND, true, 4);
    assertThat(waits()).isEmpty();
  }

  @Test
  void stampThatAnotherThreadGivesBack_isNone() {
    stamp(a, OpCodes.ACQUIRE, OBJECT, 1);
    stamp(b, OpCodes.RELEASE, OBJECT, 2);
    ask(b, OBJECT, false, 3);
    assertThat(waits()).isEmpty();
  }

  @Test
  void readLock_isNamed_andNoDeadlock() {
    a.sync(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, other, OBJECT, 1, 0);
    ask(b, OBJECT, false, 2);
    assertThat(waits())
        .containsExactly(
            "\"B\" requests object 77 at Account.java:3, which is held by \"A\" (shared) since"
                + " Account.java:3");
  }

  @Test
  void threadThatHasGoneOn_waitsForNothing() {
    stamp(a, OpCodes.ACQUIRE, OBJECT, 1);
    ask(b, OBJECT, false, 2);
    lock(b, OpCodes.ACQUIRE, 3);
    assertThat(waits()).isEmpty();
  }

  private void notifies(LogBuilder log, long seq) {
    lock(lock(lock(log, OpCodes.ACQUIRE, seq), OpCodes.NOTIFY, seq + 1), OpCodes.RELEASE, seq + 2);
  }

  private void waits(LogBuilder log, long seq) {
    lock(lock(log, OpCodes.ACQUIRE, seq), OpCodes.RELEASE_ALL, seq + 1);
  }

  @Test
  void notifyBeforeTheWait_isLost() {
    notifies(a, 1);
    waits(b, 4);
    assertThat(waits())
        .containsExactly(
            "lost notify: \"A\" notified object 77 at Account.java:3, when no thread was waiting"
                + " for it; \"B\" began to wait at Account.java:3 only later");
  }

  @Test
  void notifyAfterTheWait_isNotLost() {
    waits(b, 1);
    notifies(a, 3);
    assertThat(waits()).isEmpty();
  }

  /** Both have begun before the recording. */
  @Test
  void waitsBegunBeforeTheRecording_areNoLostNotify() {
    lock(a, OpCodes.RELEASE_ALL, 1);
    lock(b, OpCodes.ACQUIRE_ALL, 2);
    assertThat(waits()).isEmpty();
  }

  /** It has been notified, and waits again. */
  @Test
  void notifyOfAWaitBefore_isNotLost() {
    waits(b, 1);
    notifies(a, 3);
    lock(lock(b, OpCodes.ACQUIRE_ALL, 6), OpCodes.RELEASE_ALL, 7);
    assertThat(waits()).isEmpty();
  }

  /* ---- what has become of a notify, of a thread that nothing will wake ---- */

  private final LogBuilder c = LogBuilder.thread("C");

  /** What is said of B, which waits at the end. */
  private List<String> missed() {
    return trace(a, b, c).locks().waits(List.of(new WaitingThread("B".hashCode(), "", "", HASH)));
  }

  private static final int HASH = 5;
  private static final String AT = " at Account.java:3";

  private void wakes(LogBuilder log, long seq) {
    lock(lock(log, OpCodes.ACQUIRE_ALL, seq), OpCodes.WAKE, seq + 1);
  }

  @Test
  void lockThatAnotherThreadHasHad_beforeTheNotifiedOne_isNamed() {
    waits(b, 1);
    notifies(a, 3);
    lock(lock(c, OpCodes.ACQUIRE, 6), OpCodes.RELEASE, 7);
    wakes(b, 8);
    lock(b, OpCodes.RELEASE_ALL, 10);
    assertThat(missed())
        .containsExactly(
            "overtaken notify: \"A\" notified object 77"
                + AT
                + ", which ended a wait of \"B\"; before that thread had the lock again, \"C\" took it"
                + AT
                + "; \"B\" waits again"
                + AT
                + ", and nobody has notified it since");
  }

  /** The last one that had it may be one of those that were notified. */
  @Test
  void notifyOfAllThreads_thatOnlyOneProfitsFrom_isNamed() {
    waits(b, 1);
    waits(c, 3);
    notifies(a, 5);
    wakes(c, 8);
    lock(c, OpCodes.RELEASE, 10);
    wakes(b, 11);
    lock(b, OpCodes.RELEASE_ALL, 13);
    assertThat(missed())
        .singleElement()
        .asString()
        .startsWith("overtaken notify: \"A\" notified object 77")
        .contains("before that thread had the lock again, \"C\" took it");
  }

  @Test
  void notifyThatHasEndedAWaitBefore_isNamed() {
    waits(b, 1);
    notifies(a, 3);
    wakes(b, 6);
    lock(b, OpCodes.RELEASE_ALL, 8);
    assertThat(missed())
        .containsExactly(
            "\"A\" notified object 77"
                + AT
                + ", which ended a wait of \"B\"; \"B\" waits again"
                + AT
                + ", and nobody has notified it since");
  }

  /** It returns by itself, for example when its time has passed. */
  @Test
  void waitThatNoNotifyHasEnded_isToldAsNone() {
    waits(b, 1);
    wakes(b, 3);
    lock(b, OpCodes.RELEASE_ALL, 5);
    assertThat(missed())
        .containsExactly(
            "\"B\" waits"
                + AT
                + " to be notified by object 77, which no call of the recording has notified since");
  }

  @Test
  void notifyThatEndsTheWaitOfAnotherThread_isNamed() {
    waits(c, 1);
    waits(b, 3);
    notifies(a, 5);
    wakes(c, 8);
    lock(c, OpCodes.RELEASE, 10);
    assertThat(missed())
        .containsExactly(
            "notify of another thread: \"A\" notified object 77"
                + AT
                + ", which ended the wait of \"C\""
                + AT
                + ", not that of \"B\""
                + AT);
  }

  @Test
  void notifyOfAnotherThread_beforeTheWait_isNamed() {
    waits(c, 1);
    notifies(a, 3);
    wakes(c, 6);
    lock(c, OpCodes.RELEASE, 8);
    waits(b, 9);
    assertThat(missed())
        .containsExactly(
            "\"A\" notified object 77"
                + AT
                + ", which ended the wait of \"C\""
                + AT
                + "; \"B\" began to wait"
                + AT
                + " only later");
  }

  @Test
  void notifyOfAnotherMonitor_isNamed() {
    waits(b, 1);
    a.sync(OpCodes.NOTIFY, Aspects.MONITOR, other, SECOND, 3, 0);
    assertThat(missed())
        .containsExactly(
            "notify of another object: \"A\" notified object 88"
                + AT
                + ", for which no thread was waiting; \"B\" waits"
                + AT
                + " to be notified by object 77");
  }

  private void condition(LogBuilder log, int op, int hash, long seq) {
    log.sync(op, Aspects.CONDITION, other, OBJECT, seq, hash);
  }

  private void awaits(LogBuilder log, long seq) {
    log.sync(OpCodes.RELEASE_ALL, Aspects.LOCK, other, OBJECT, seq, 0);
  }

  @Test
  void signalOfAnotherCondition_isNamed() {
    awaits(b, 1);
    condition(a, OpCodes.NOTIFY, 6, 2);
    assertThat(missed())
        .containsExactly(
            "notify of another object: \"A\" notified Condition@2"
                + AT
                + ", for which no thread was waiting; \"B\" waits"
                + AT
                + " to be notified by Condition@1");
  }

  /** A signal is followed by one of the thread that it wakes, on older releases of the JDK. */
  @Test
  void signalThatWakesAnotherThread_isNamed() {
    awaits(c, 1);
    awaits(b, 2);
    condition(a, OpCodes.NOTIFY, HASH, 3);
    condition(a, OpCodes.NOTIFY, 1234, 4);
    c.sync(OpCodes.ACQUIRE_ALL, Aspects.LOCK, other, OBJECT, 5, 0);
    condition(c, OpCodes.WAKE, HASH, 6);
    assertThat(missed())
        .singleElement()
        .asString()
        .startsWith("notify of another thread: \"A\" notified Condition@1" + AT)
        .contains("ended the wait of \"C\"");
  }

  @Test
  void signalBeforeTheWait_isLost() {
    condition(a, OpCodes.NOTIFY, HASH, 1);
    awaits(b, 2);
    assertThat(missed())
        .containsExactly(
            "lost notify: \"A\" notified Condition@1"
                + AT
                + ", when no thread was waiting for it; \"B\" began to wait"
                + AT
                + " only later");
  }

  /** What both threads wait for when they are told to wait at a place. */
  private List<String> awaited(String place) {
    RecordedTrace trace = trace(a, b);
    return trace.locks().waits(List.of(new WaitingThread("A".hashCode(), place, "", 0)));
  }

  private static final String HERE = "Account.await(Account.java:3)";

  private void use(LogBuilder log, int op, long seq) {
    log.sync(op, Aspects.FIRST_FREE, other, OBJECT, seq, 0);
  }

  @Test
  void waitInTheJdk_namesWhoUsedTheObjectLast() {
    use(b, OpCodes.SYNC_WRITE, 1);
    use(a, OpCodes.SYNC_READ, 2);
    assertThat(awaited(HERE))
        .containsExactly(
            "\"A\" waits at Account.java:3 for object 77, which \"B\" has used last, at"
                + " Account.java:3; no living thread of the test can end this wait");
  }

  @Test
  void waitInTheJdk_forWhatNobodyElseUsed_isNamed() {
    use(a, OpCodes.SEND, 1);
    use(a, OpCodes.SYNC_READ, 2);
    assertThat(awaited(HERE))
        .containsExactly(
            "\"A\" waits at Account.java:3 for object 77, which no other call of the test has used;"
                + " no living thread of the test can end this wait");
  }

  @Test
  void lastRecordOfAnotherCall_tellsNothing() {
    use(b, OpCodes.SYNC_WRITE, 1);
    use(a, OpCodes.SYNC_READ, 2);
    assertThat(awaited("Account.await(Account.java:4)")).isEmpty();
  }
}
