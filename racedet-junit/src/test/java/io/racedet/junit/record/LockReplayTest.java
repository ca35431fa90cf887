package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces for deadlocks, from logs made by hand: locks with stamps, bins, and tries. */
class LockReplayTest extends MergeTestCase {
  private static final int NO_SITE = -1;

  private final LogBuilder a = LogBuilder.thread("A");
  private final LogBuilder b = LogBuilder.thread("B");

  /** The events that are about locks, and whether they are tries. */
  private List<String> ofLocks(LogBuilder... logs) {
    RecordedTrace trace = trace(logs);
    LockReplay replay = trace.locks();
    List<String> replayed = new ArrayList<>();
    replay.replay(
        (op, thread, operand, location) -> {
          if (isOfLock(op)) {
            String name = replay.names().name(Op.Operand.THREAD, thread);
            replayed.add(name + '|' + op + (replay.isTry(location) ? "|try" : ""));
          }
        },
        Long.MAX_VALUE);
    List<String> watched = new ArrayList<>();
    EventSink watch =
        (op, thread, operand, location) -> {
          assertThat(isOfLock(op)).isTrue();
          String name = trace.names().name(Op.Operand.THREAD, thread);
          watched.add(name + '|' + op + (trace.isTry(location) ? "|try" : ""));
        };
    trace.replay(new NoEvents(), watch);
    assertThat(watched).isEqualTo(replayed);
    assertThat(trace.sites().stream()).noneMatch(site -> site < 0);
    return replayed;
  }

  private static boolean isOfLock(Op op) {
    return op.operand() == Op.Operand.LOCK;
  }

  private LogBuilder stamp(LogBuilder log, int op, long seq) {
    return log.sync(op, Aspects.STAMP, other, OBJECT, seq, 0);
  }

  @Test
  void stamps_areSections() {
    stamp(stamp(a, OpCodes.ACQUIRE, 1), OpCodes.RELEASE, 2);
    stamp(stamp(b, OpCodes.ACQUIRE_SHARED, 3), OpCodes.RELEASE_SHARED, 4);
    assertThat(ofLocks(a, b))
        .containsExactly("A|ACQUIRE", "A|RELEASE", "B|ACQUIRE_SHARED", "B|RELEASE_SHARED");
  }

  /** After the release, the first thread seems to hold the lock when it requests the next one. */
  @Test
  void stampThatIsHandedOver_isNoSection() {
    stamp(a, OpCodes.ACQUIRE, 1);
    stamp(b, OpCodes.RELEASE, 2);
    lock(lock(a, OpCodes.ACQUIRE, 3), OpCodes.RELEASE, 4);
    stamp(stamp(b, OpCodes.ACQUIRE, 5), OpCodes.RELEASE, 6);
    assertThat(ofLocks(a, b)).containsExactly("A|ACQUIRE", "A|RELEASE");
  }

  @Test
  void stampOfOneOfTwoReaders_thatIsHandedOver_isNoSection() {
    LogBuilder c = LogBuilder.thread("C");
    stamp(a, OpCodes.ACQUIRE_SHARED, 1);
    stamp(b, OpCodes.ACQUIRE_SHARED, 2);
    stamp(c, OpCodes.RELEASE_SHARED, 3);
    lock(lock(a, OpCodes.ACQUIRE, 4), OpCodes.RELEASE, 5);
    lock(lock(b, OpCodes.ACQUIRE, 6), OpCodes.RELEASE, 7);
    stamp(b, OpCodes.RELEASE_SHARED, 8);
    assertThat(ofLocks(a, b, c))
        .containsExactly("A|ACQUIRE", "A|RELEASE", "B|ACQUIRE", "B|RELEASE");
  }

  /** Who ends it, is not known. */
  @Test
  void stampThatIsNotGivenBack_isNoSection() {
    stamp(a, OpCodes.ACQUIRE, 1);
    lock(lock(a, OpCodes.ACQUIRE, 2), OpCodes.RELEASE, 3);
    assertThat(ofLocks(a, b)).containsExactly("A|ACQUIRE", "A|RELEASE");
  }

  private LogBuilder bin(LogBuilder log, int op, long seq, long hash) {
    return log.sync(op, Aspects.BIN, other, OBJECT, seq, hash);
  }

  private LogBuilder bid(LogBuilder log, long seq, long hash, int flags) {
    return bin(log, OpCodes.BID, seq, hash << EffectCode.BID_BITS | flags);
  }

  /** What a thread holds it has requested before, or has got without waiting for it. */
  @Test
  void bins_areSectionsThatAreNotRequested_andBids_areRequestsWithoutContent() {
    bin(bin(a, OpCodes.ACQUIRE, 1, 7), OpCodes.RELEASE, 2, 7);
    bid(b, 3, 7, 0);
    bid(b, 4, 7, EffectCode.BID_SHARED);
    assertThat(ofLocks(a, b))
        .containsExactly(
            "A|ACQUIRE|try",
            "A|RELEASE",
            "B|ACQUIRE",
            "B|RELEASE",
            "B|ACQUIRE_SHARED",
            "B|RELEASE_SHARED");
  }

  @Test
  void bidForABinThatIsHeld_waitsForItsEnd() {
    bin(a, OpCodes.ACQUIRE, 1, 7);
    bid(b, 2, 7, 0);
    bin(a, OpCodes.RELEASE, 3, 7);
    bin(bin(b, OpCodes.ACQUIRE, 4, 7), OpCodes.RELEASE, 5, 7);
    assertThat(ofLocks(a, b))
        .containsExactly(
            "A|ACQUIRE|try", "A|RELEASE", "B|ACQUIRE", "B|RELEASE", "B|ACQUIRE|try", "B|RELEASE");
  }

  /** It has found out that it need not wait. */
  @Test
  void bidForABinThatIsHeld_ofAThreadThatGoesOn_isNoRequest() {
    bin(a, OpCodes.ACQUIRE, 1, 7);
    bid(b, 2, 7, 0);
    b.sync(OpCodes.SEND, Aspects.CHANNEL, other, OBJECT, 3, 0);
    bin(a, OpCodes.RELEASE, 4, 7);
    assertThat(ofLocks(a, b)).containsExactly("A|ACQUIRE|try", "A|RELEASE");
  }

  @Test
  void bins_ofOtherHashes_andReadModes_doNotExcludeEachOther() {
    bin(a, OpCodes.ACQUIRE_SHARED, 1, 7);
    bid(b, 2, 8, 0);
    bid(b, 3, 7, EffectCode.BID_SHARED);
    bin(a, OpCodes.RELEASE_SHARED, 4, 7);
    assertThat(ofLocks(a, b))
        .containsExactly(
            "A|ACQUIRE_SHARED|try",
            "B|ACQUIRE",
            "B|RELEASE",
            "B|ACQUIRE_SHARED",
            "B|RELEASE_SHARED",
            "A|RELEASE_SHARED");
  }

  /** What orders threads is recorded besides. */
  @Test
  void bins_areNotInTheTraceForRaces() {
    bin(bin(a, OpCodes.ACQUIRE, 1, 7), OpCodes.RELEASE, 2, 7);
    bid(b, 3, 7, 0);
    List<Op> ops = new ArrayList<>();
    trace(a, b).replay((op, thread, operand, location) -> ops.add(op), new NoEvents());
    assertThat(ops).isEmpty();
  }

  private static LogBuilder tryLock(LogBuilder log, int site, long seq) {
    return log.sync(OpCodes.BID, Aspects.LOCK, site, OBJECT, seq, EffectCode.BID_TRIES)
        .sync(OpCodes.ACQUIRE, Aspects.LOCK, site, OBJECT, seq + 1, 0)
        .sync(OpCodes.RELEASE, Aspects.LOCK, site, OBJECT, seq + 2, 0);
  }

  private static LogBuilder waitingLock(LogBuilder log, int site, long seq) {
    return log.sync(OpCodes.BID, Aspects.LOCK, site, OBJECT, seq, 0)
        .sync(OpCodes.ACQUIRE, Aspects.LOCK, site, OBJECT, seq + 1, 0)
        .sync(OpCodes.RELEASE, Aspects.LOCK, site, OBJECT, seq + 2, 0);
  }

  /** As in a library of which the calls are not woven. */
  @Test
  void try_whoseInstructionIsNotKnown_isOne() {
    tryLock(a, NO_SITE, 1);
    waitingLock(b, NO_SITE, 4);
    assertThat(ofLocks(a, b))
        .containsExactly("A|ACQUIRE|try", "A|RELEASE", "B|ACQUIRE", "B|RELEASE");
  }

  /** As where a call of code that is not woven once tries and once does not. */
  @Test
  void onlyTries_ofAnInstruction_areOnes() {
    tryLock(a, other, 1);
    waitingLock(b, other, 4);
    assertThat(ofLocks(a, b))
        .containsExactly("A|ACQUIRE|try", "A|RELEASE", "B|ACQUIRE", "B|RELEASE");
  }
}
