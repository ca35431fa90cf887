package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a feed forgets: objects that are allocated anew, what the caller says, joined threads. */
class FeedForgetTest {
  private static final int NO_LOCATION = EventSink.NO_LOCATION;
  private static final long ADDRESS = 0xCAFE;

  private final RaceFeed feed = RaceFeed.with("fasttrack").open();
  private final int one = feed.handle(Operand.THREAD, "T1");
  private final int two = feed.handle(Operand.THREAD, "T2");

  private void event(Op op, int thread, int operand) {
    feed.event(op, thread, operand, NO_LOCATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fasttrack",
        "djit",
        "shb",
        "shb-ee",
        "shb-ee-l",
        "pwr-ee",
        "pwr-ee-l",
        "pwr-l",
        "eraser",
        "tsan",
        "tsan-wrd",
        "goldilocks",
        "wcp",
        "wdp",
        "sdp",
        "cp"
      })
  void alloc_ofANumber_makesItsMembersNewVariables(String engine) {
    RaceFeed any = RaceFeed.with(engine).delay(1).open();
    int first = any.handle(Operand.THREAD, 1);
    int second = any.handle(Operand.THREAD, 2);
    int object = any.handle(Operand.OBJECT, ADDRESS);
    int other = any.handle(Operand.OBJECT, ADDRESS + 1);
    any.event(Op.WRITE, first, any.member(object, "field"), NO_LOCATION);
    any.event(Op.WRITE, first, any.member(other, "field"), NO_LOCATION);
    any.event(Op.ALLOC, second, object, NO_LOCATION);
    any.event(Op.WRITE, second, any.member(object, "field"), NO_LOCATION);
    any.event(Op.WRITE, second, any.member(other, "field"), NO_LOCATION);

    assertThat(any.finish().races())
        .extracting(Race::variable)
        .containsExactly("object " + (ADDRESS + 1) + ".field");
  }

  @Test
  void raceOnAMember_beforeTheObjectIsForgotten_isNamed() {
    int object = feed.handle(Operand.OBJECT, ADDRESS);
    event(Op.WRITE, one, feed.member(object, "field"));
    event(Op.WRITE, two, feed.member(object, "field"));
    feed.forget(Operand.OBJECT, object);
    feed.forget(Operand.THREAD, one);
    feed.flush();
    int again = feed.handle(Operand.OBJECT, ADDRESS + 1);
    event(Op.WRITE, two, feed.member(again, "other"));

    Race race = feed.finish().races().get(0);
    assertThat(race.variable()).isEqualTo("object " + ADDRESS + ".field");
    assertThat(race.first().thread()).isEqualTo("T1");
  }

  @Test
  void member_ofAnObjectWithAName_isTheVariableWithThatName() {
    int object = feed.handle(Operand.OBJECT, "account");
    assertThat(feed.member(object, "balance"))
        .isEqualTo(feed.handle(Operand.VARIABLE, "account.balance"))
        .isEqualTo(feed.member(object, "balance"))
        .isNotEqualTo(feed.member(object, "owner"));
  }

  @Test
  void forgottenVariable_isANewOneAfterwards_andItsHandleIsRefused() {
    int variable = feed.handle(Operand.VARIABLE, "x");
    event(Op.WRITE, one, variable);
    feed.forget(Operand.VARIABLE, variable);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> event(Op.WRITE, two, variable))
        .withMessage("variable handle: 0 (expected: one that was not forgotten)");
    event(Op.WRITE, two, feed.handle(Operand.VARIABLE, "x"));

    assertThat(feed.finish().races()).isEmpty();
  }

  /** Locations would make the two races one. */
  @Test
  void racesOnVariablesOfOneId_areTwo() {
    for (String name : new String[] {"x", "y"}) {
      int variable = feed.handle(Operand.VARIABLE, name);
      event(Op.WRITE, one, variable);
      event(Op.WRITE, two, variable);
      feed.forget(Operand.VARIABLE, variable);
      feed.flush();
    }

    assertThat(feed.finish().races()).extracting(Race::variable).containsExactly("x", "y");
  }

  @Test
  void forgottenLock_keepsWhatItHasOrdered_andOrdersNothingElse() {
    int lock = feed.handle(Operand.LOCK, "m");
    int x = feed.handle(Operand.VARIABLE, "x");
    int y = feed.handle(Operand.VARIABLE, "y");
    event(Op.WRITE, one, x);
    event(Op.ACQUIRE, one, lock);
    event(Op.RELEASE, one, lock);
    event(Op.ACQUIRE, two, lock);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> feed.forget(Operand.LOCK, lock))
        .withMessage("m is held (expected: a lock that nobody holds)");
    event(Op.RELEASE, two, lock);
    event(Op.WRITE, two, y);
    feed.forget(Operand.LOCK, lock);
    int again = feed.handle(Operand.LOCK, "m");
    event(Op.ACQUIRE, one, again);
    event(Op.WRITE, two, x);
    event(Op.WRITE, one, y);

    assertThat(feed.finish().races()).extracting(Race::variable).containsExactly("y");
  }

  /** The accesses under each lock stay, so it must be told from the next one. */
  @ParameterizedTest
  @ValueSource(strings = {"fasttrack", "pwr-ee-l"})
  void locksOfOneId_protectNothingFromEachOther(String engine) {
    RaceFeed reusing = new RaceFeed(RaceFeed.with(engine).everyPair(true).delay(1), 1);
    int rounds = 10;
    for (int round = 0; round < rounds; round++) {
      int variable = reusing.handle(Operand.VARIABLE, round);
      for (int half = 0; half < 2; half++) {
        int thread = reusing.handle(Operand.THREAD, 2L * round + half);
        int lock = reusing.handle(Operand.LOCK, 2L * round + half);
        reusing.event(Op.ACQUIRE, thread, lock, NO_LOCATION);
        reusing.event(Op.WRITE, thread, variable, NO_LOCATION);
        reusing.event(Op.RELEASE, thread, lock, NO_LOCATION);
        reusing.forget(Operand.LOCK, lock);
        reusing.forget(Operand.THREAD, thread);
        makeItCollect(reusing);
      }
    }

    RaceReport report = reusing.finish();
    assertThat(report.races()).hasSize(rounds);
    for (int round = 0; round < rounds; round++) {
      Race race = report.races().get(round);
      assertThat(race.first().lockset()).containsExactly("lock " + 2 * round);
      assertThat(race.second().thread()).isEqualTo("thread " + (2 * round + 1));
    }
  }

  /** Else the second thread would seem to have waited since the release by the first one. */
  @ParameterizedTest
  @ValueSource(strings = {"fasttrack", "djit", "pwr-ee-l"})
  void threadInTheSlotOfAnother_hasNotWaitedLikeThatOne(String engine) {
    RaceFeed reusing = RaceFeed.with(engine).open();
    reusing.fork("main", "A", "");
    reusing.acquire("A", "m", "");
    reusing.release("A", "m", "");
    reusing.join("main", "A", "");
    reusing.write("notifier", "x", "N:1");
    reusing.notify("notifier", "m", "");
    reusing.fork("main", "B", "");
    reusing.acquire("B", "m", "");
    reusing.wake("B", "m", "");
    reusing.write("B", "x", "B:1");

    assertThat(reusing.intake().slots()).isEqualTo(3);
    assertThat(reusing.finish().races()).hasSize(1);
  }

  /** The section knows of the write when it ends, and another thread of its begin. */
  @Test
  void sectionsOfAForgottenLock_orderNothingThroughTheNextOne() {
    RaceFeed reusing = new RaceFeed(RaceFeed.with("pwr-ee-l").delay(1), 1);
    reusing.write("T3", "x", "T3:1");
    reusing.send("T3", "written", "");
    int first = reusing.handle(Operand.LOCK, "first");
    reusing.acquire("T1", "first", "");
    reusing.send("T1", "begun", "");
    reusing.receive("T1", "written", "");
    reusing.release("T1", "first", "");
    reusing.forget(Operand.LOCK, first);
    makeItCollect(reusing);
    assertThat(reusing.handle(Operand.LOCK, "second")).isEqualTo(first);
    reusing.receive("T2", "begun", "");
    reusing.acquire("T2", "second", "");
    reusing.write("T2", "x", "T2:1");
    reusing.release("T2", "second", "");

    assertThat(reusing.finish().races()).hasSize(1);
  }

  @Test
  void racesOfThreadsOfOneHandle_areTwo() {
    RaceFeed reusing = new RaceFeed(RaceFeed.with("fasttrack").delay(1), 1);
    int first = reusing.handle(Operand.THREAD, "T1");
    reusing.write("T1", "x", "");
    reusing.write("T2", "x", "");
    reusing.forget(Operand.THREAD, first);
    makeItCollect(reusing);
    while (reusing.handle(Operand.THREAD, "T3") != first) {
      reusing.forget(Operand.THREAD, reusing.handle(Operand.THREAD, "T3"));
      makeItCollect(reusing);
    }
    reusing.write("T3", "x", "");

    assertThat(reusing.finish().races())
        .extracting(race -> race.first().thread(), race -> race.second().thread())
        .containsExactly(tuple("T1", "T2"), tuple("T2", "T3"));
  }

  /** Adds more than is left. */
  private static void makeItCollect(RaceFeed feed) {
    for (int i = 0; i < 1000; i++) {
      int thread = feed.handle(Operand.THREAD, "brief");
      feed.event(Op.BEGIN, thread, 0, NO_LOCATION);
      feed.forget(Operand.THREAD, thread);
    }
  }

  @Test
  void manyShortThreads_haveOneSlot() {
    for (int i = 0; i < 10_000; i++) {
      int thread = feed.handle(Operand.THREAD, (long) i);
      event(Op.FORK, one, thread);
      event(Op.WRITE, thread, feed.handle(Operand.VARIABLE, "x"));
      event(Op.JOIN, one, thread);
    }
    assertThat(feed.intake().slots()).isEqualTo(2);
    assertThat(feed.finish().races()).isEmpty();
  }

  /** Two threads that race with each other must not be one for the engines. */
  @Test
  void threadThatIsForkedByAnUnorderedThread_hasAnotherSlot() {
    feed.fork("T1", "A", "");
    feed.write("A", "x", "A:1");
    feed.join("T1", "A", "");
    feed.fork("T2", "B", "");
    feed.write("B", "x", "B:1");

    assertThat(feed.intake().slots()).isEqualTo(4);
    assertThat(feed.finish().races()).hasSize(1);
  }

  @Test
  void threadThatIsJoinedWithALock_keepsItsSlot() {
    feed.fork("T1", "A", "");
    feed.acquire("A", "m", "");
    feed.join("T1", "A", "");
    feed.fork("T1", "B", "");
    feed.begin("B", "");

    assertThat(feed.intake().slots()).isEqualTo(3);
    assertThatExceptionOfType(MalformedEventException.class)
        .isThrownBy(() -> feed.acquire("B", "m", ""));
  }

  @Test
  void joinOfAThreadWhoseSlotIsReused_ordersWhatItDid_notItsSuccessor() {
    feed.fork("T1", "A", "");
    feed.write("A", "x", "A:1");
    feed.join("T1", "A", "");
    feed.fork("T1", "B", "");
    feed.write("B", "y", "B:1");
    feed.join("T2", "A", "");
    feed.write("T2", "x", "T2:1");
    feed.write("T2", "y", "T2:2");

    assertThat(feed.intake().isGone(feed.handle(Operand.THREAD, "A"))).isTrue();
    assertThat(feed.finish().races()).extracting(Race::variable).containsExactly("y");
  }

  @Test
  void joinOfAThreadJoinedLongAgo_isRefusedUnlessItIsOrderedAnyway() {
    for (int i = 0; i <= 1025; i++) {
      feed.fork("T1", "A" + i, "");
      feed.write("A" + i, "x", "A:1");
      feed.join("T1", "A" + i, "");
    }
    feed.join("T1", "A0", "");
    feed.fork("T1", "T3", "");
    feed.join("T3", "A0", "");
    assertThatExceptionOfType(MalformedEventException.class)
        .isThrownBy(() -> feed.join("T2", "A1", ""))
        .withMessageEndingWith(
            "T2|join(A1) is not well formed (expected: a thread whose first join is ordered"
                + " before this one, or was recent)");
    feed.join("T2", "A2", "");
    feed.join("T2", "A1", "");
    assertThat(feed.finish().races()).isEmpty();
  }

  @Test
  void eventOfAJoinedThread_isRefused_untilItsNameIsForgotten() {
    feed.fork("T1", "A", "");
    feed.join("T1", "A", "");
    feed.fork("T1", "B", "");
    assertThatExceptionOfType(MalformedEventException.class)
        .isThrownBy(() -> feed.write("A", "x", ""))
        .withMessageEndingWith("(expected: no event of a thread after its join)");
    feed.forget(Operand.THREAD, feed.handle(Operand.THREAD, "A"));
    feed.fork("T1", "A", "");
    feed.write("A", "x", "");

    assertThat(feed.finish().races()).isEmpty();
  }

  @Test
  void threadThatHoldsALock_isNotForgotten() {
    feed.acquire("T1", "m", "");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> feed.forget(Operand.THREAD, one))
        .withMessage("T1 holds a lock (expected: a thread without locks)");
  }

  /** No engine of the feed may lose what it needs. */
  @Test
  void engineThatCannotForget_letsTheFeedKeepAllIds() {
    RaceFeed keeping = RaceFeed.with("fasttrack", "eraser").open();
    for (int i = 0; i < 3; i++) {
      keeping.fork("T1", "A" + i, "");
      keeping.write("A" + i, "x", "A:" + i);
      keeping.join("T1", "A" + i, "");
      keeping.forget(Operand.THREAD, keeping.handle(Operand.THREAD, "A" + i));
    }
    assertThat(keeping.finish().races())
        .extracting(Race::engine, race -> race.second().thread())
        .containsExactly(tuple("eraser", "A1"));
  }
}
