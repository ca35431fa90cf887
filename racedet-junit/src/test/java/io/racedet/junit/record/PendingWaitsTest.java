package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What threads wait for at the end of a recording, from logs made by hand. */
class PendingWaitsTest extends MergeTestCase {
  private static final long SECOND = 88;

  private final LogBuilder a = LogBuilder.thread("A");
  private final LogBuilder b = LogBuilder.thread("B");

  private List<String> waits() {
    return trace(a, b).locks().waits(Map.of());
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

  /** What both threads wait for when they are told to wait at a place. */
  private List<String> awaited(String place) {
    RecordedTrace trace = trace(a, b);
    Map<Long, String> waiting = Map.of((long) "A".hashCode(), place);
    return trace.locks().waits(waiting);
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
