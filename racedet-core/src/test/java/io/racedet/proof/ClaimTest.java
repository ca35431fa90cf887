package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness;
import io.racedet.witness.Refutation;
import io.racedet.witness.Refutation.Kind;
import io.racedet.witness.Reordering;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What proves a race or a deadlock, and what is said of it. */
class ClaimTest {
  private static final RecordedTrace RACE = RecordedTrace.of("T1|w(x)  T2|w(y)  T2|w(x)");

  private static final RecordedTrace LOCKS =
      RecordedTrace.of(
          "T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T2|acq(b)|B:1  T2|acq(a)  T2|rel(a)"
              + "  T2|rel(b)");

  private static final DeadlockClaim DEADLOCK =
      new DeadlockClaim(
          new DeadlockPattern(new long[2], List.of(), false, false, 1), new long[] {2, 6});

  private static Reordering reordering(RecordedTrace trace, long... sequence) {
    return Reordering.of(trace.history(), sequence);
  }

  @Test
  void race_isKnown_ifTheFirstAccessIs() {
    assertThat(RACE.pair(1, 3).isKnown()).isTrue();
    assertThat(new Candidate(0, 0, RaceKind.WRITE_WRITE, true, 0, 0, 3, 0).isKnown()).isFalse();
  }

  @Test
  void race_isProved_ifBothAccessesAreNext() {
    WitnessChecker checker = new WitnessChecker(RACE.history());
    assertThat(RACE.pair(1, 3).isProved(checker, reordering(RACE, 2))).isTrue();
    assertThat(RACE.pair(1, 3).isProved(checker, reordering(RACE))).isFalse();
    assertThat(RACE.pair(1, 3).isProved(checker, reordering(RACE, 1, 2))).isFalse();
  }

  @Test
  void deadlock_isProved_ifEachThreadHoldsTheLockThatTheOtherOneRequests() {
    WitnessChecker checker = new WitnessChecker(LOCKS.history());
    assertThat(DEADLOCK.isProved(checker, reordering(LOCKS, 1, 5))).isTrue();
    assertThat(DEADLOCK.isProved(checker, reordering(LOCKS, 1))).isFalse();
    assertThat(DEADLOCK.isProved(checker, reordering(LOCKS, 5))).isFalse();
  }

  @Test
  void deadlock_witness_showsWhatIsNotAsRecorded() {
    WitnessSchedule schedules = new WitnessSchedule(LOCKS.history(), LOCKS.names);
    Witness witness = DEADLOCK.witness(schedules, reordering(LOCKS, 1, 5));
    assertThat(witness.indices()).containsExactly(1, 5);
    assertThat(witness.asRecorded()).isEqualTo(1);
    assertThat(witness.schedule()).containsExactly(new Witness.Step(5, "T2", "acq(b)", "B:1"));
    assertThat(witness.shown()).isEqualTo(1);
  }

  @Test
  void deadlock_refutation_isOfItsThreads() {
    RefutationText texts = new RefutationText(LOCKS.history(), LOCKS.names);
    assertThat(DEADLOCK.refutation(texts, new Refutation(Kind.COMMON_LOCK, 1, List.of())))
        .isEqualTo("two of the threads hold b");
  }

  @Test
  void othersLeft_saysThatNotAllWereTried() {
    assertThat(RACE.pair(1, 3).othersLeft(7))
        .isEqualTo("the 7 nearest pairs cannot race in any reordering; the others were not tried");
    assertThat(DEADLOCK.othersLeft(7))
        .isEqualTo(
            "the requests that were tried cannot deadlock in any reordering; others were not"
                + " tried");
  }
}
