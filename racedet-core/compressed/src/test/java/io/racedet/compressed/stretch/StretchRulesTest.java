package io.racedet.compressed.stretch;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Rules of stretches that random traces seldom need, each by a case made by hand: locks by the
 * hundred, inner releases, and renewals. Object 2 has the variables 4 and 5, object 3 has 6 and 7.
 */
class StretchRulesTest {
  private static final int ENTRY = 9; // words of an entry: its thread, four times, four details

  private final List<Integer> violated = new ArrayList<>(); // variables
  private final LocksetBeginning beginning =
      new LocksetBeginning(
          (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
              violated.add(variable),
          NaiveRaces.OBJECTS);

  private static long e(Op op, int thread, int operand) {
    return EventBlock.word(op, thread, operand);
  }

  /** The same operation on each of some locks. */
  private static long[] each(Op op, int thread, int from, int to) {
    return IntStream.range(from, to).mapToLong(lock -> e(op, thread, lock)).toArray();
  }

  private static long[] join(long[]... parts) {
    return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
  }

  private static <S extends Growing<?>> S add(S stretch, long... words) {
    for (int i = 0; i < words.length; i++) {
      stretch.event(words[i], i + 1, 0);
    }
    return stretch;
  }

  private static LocksetStretch locksets(long... words) {
    return add(new LocksetStretch(NaiveRaces.OBJECTS), words);
  }

  private static LocksetSummary appended(LocksetSummary... parts) {
    LocksetStretch stretch = locksets();
    for (LocksetSummary part : parts) {
      stretch.append(part);
    }
    return stretch.summary();
  }

  private static int index(LocksetSummary summary, int variable) {
    return IntStream.range(0, summary.variables().length)
        .filter(i -> summary.variables()[i] == variable)
        .findFirst()
        .orElseThrow();
  }

  private static int flags(LocksetSummary summary, int variable) {
    return summary.flags()[index(summary, variable)];
  }

  /** The locks that protect the accesses to a variable by a thread. */
  private static Set<Integer> locks(LocksetSummary summary, int variable, int thread, int kind) {
    int i = index(summary, variable);
    int entry =
        IntStream.range(summary.begin(i), summary.lastEnd()[i])
            .filter(at -> summary.threads()[at] == thread)
            .findFirst()
            .orElseThrow();
    assertThat(summary.kinds()[entry]).isEqualTo(1 << kind);
    int from = (2 * entry + kind) * summary.words();
    return IntStream.range(0, summary.locks().length)
        .filter(bit -> (summary.sets()[from + bit / Long.SIZE] >>> bit & 1) != 0)
        .mapToObj(bit -> summary.locks()[bit])
        .collect(Collectors.toSet());
  }

  private static Set<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().collect(Collectors.toSet());
  }

  @Test
  void innerRelease_leavesTheLockHeldThroughout() {
    LocksetSummary shared =
        appended(
            locksets(e(Op.ACQUIRE_SHARED, 0, 3), e(Op.ACQUIRE_SHARED, 0, 3)).summary(),
            locksets(e(Op.RELEASE_SHARED, 0, 3), e(Op.READ, 0, 4)).summary());
    assertThat(locks(shared, 4, 0, AccessKind.READ)).containsExactly(3);
    LocksetSummary exclusive =
        appended(
            locksets(e(Op.ACQUIRE, 0, 3), e(Op.ACQUIRE, 0, 3)).summary(),
            locksets(e(Op.RELEASE, 0, 3), e(Op.WRITE, 0, 4)).summary());
    assertThat(locks(exclusive, 4, 0, AccessKind.WRITE)).containsExactly(3);
  }

  @Test
  void lastRelease_endsTheProtection() {
    LocksetSummary held = locksets(e(Op.ACQUIRE, 0, 3)).summary();
    LocksetSummary write = locksets(e(Op.RELEASE, 0, 3), e(Op.WRITE, 0, 4)).summary();
    assertThat(locks(appended(held, write), 4, 0, AccessKind.WRITE)).isEmpty();
    LocksetSummary read = locksets(e(Op.RELEASE, 0, 3), e(Op.READ, 0, 4)).summary();
    assertThat(locks(appended(held, read), 4, 0, AccessKind.READ)).isEmpty();
  }

  private static long[] manyLocks(long... accesses) {
    return join(each(Op.ACQUIRE, 0, 0, 100), each(Op.ACQUIRE, 1, 100, 150), accesses);
  }

  @Test
  void moreLocksThanBitsOfAWord_areKept() {
    LocksetStretch stretch =
        locksets(
            manyLocks(e(Op.READ, 0, 4), e(Op.WRITE, 0, 5), e(Op.READ, 1, 4), e(Op.WRITE, 1, 6)));
    LocksetSummary whole = stretch.summary();
    for (LocksetSummary summary : List.of(whole, appended(whole))) {
      assertThat(locks(summary, 4, 0, AccessKind.READ)).isEqualTo(range(0, 100));
      assertThat(locks(summary, 5, 0, AccessKind.WRITE)).isEqualTo(range(0, 100));
      assertThat(locks(summary, 4, 1, AccessKind.READ)).isEqualTo(range(100, 150));
      assertThat(locks(summary, 6, 1, AccessKind.WRITE)).isEqualTo(range(100, 150));
    }
    int words = 4; // of a set: the power of two that has room for 150 bits
    assertThat(stretch.size() - locksets(manyLocks()).size())
        .as("three variables and four entries with two sets each")
        .isEqualTo(3 + 4 * (2 * words + ENTRY));
  }

  @Test
  void space_isThatOfVariablesEntriesSetsAndHolds() {
    LocksetStretch stretch = locksets(each(Op.READ, 0, 0, 1));
    long before = stretch.space();
    add(stretch, each(Op.READ, 0, 1, 101));
    assertThat(stretch.space() - before).isEqualTo(100 * (2 + ENTRY + 2)); // two sets of a word

    long[] acquires = each(Op.ACQUIRE, 0, 0, 60);
    long order = add(new HbStretch(NaiveRaces.OBJECTS), acquires).space();
    long sets = 3 + 4; // of the stretch, and of a thread
    assertThat(locksets(acquires).space() - order).isEqualTo(sets + 1 + 60);
  }

  @Test
  void clearedStretch_isLikeANewOne() {
    LocksetStretch stretch = locksets(manyLocks(each(Op.WRITE, 0, 0, 9)));
    stretch.clear();
    assertThat(stretch.steps()).isEqualTo(locksets().steps());
    assertThat(stretch.space()).isEqualTo(locksets().space());
    assertThat(stretch.size()).isEqualTo(locksets().size());
  }

  @Test
  void variableBetweenRenewals_isNotViolatedUnderALock() {
    long[] words = {
      e(Op.ALLOC, 0, 2),
      e(Op.ACQUIRE, 0, 1),
      e(Op.WRITE, 0, 4),
      e(Op.RELEASE, 0, 1),
      e(Op.ACQUIRE, 1, 1),
      e(Op.WRITE, 1, 4),
      e(Op.RELEASE, 1, 1),
      e(Op.ALLOC, 0, 2)
    };
    assertThat(flags(locksets(words).summary(), 4)).isEqualTo(LocksetSummary.RENEWED);
  }

  @Test
  void variableBetweenRenewals_isNotViolatedByOneThreadOrByAtomicAccesses() {
    long renewal = e(Op.ALLOC, 0, 2);
    LocksetSummary own = locksets(renewal, e(Op.WRITE, 0, 4), renewal).summary();
    assertThat(flags(own, 4)).isEqualTo(LocksetSummary.RENEWED);
    LocksetSummary atomic =
        locksets(renewal, e(Op.ATOMIC_WRITE, 0, 4), e(Op.ATOMIC_WRITE, 1, 4), renewal).summary();
    assertThat(flags(atomic, 4)).isEqualTo(LocksetSummary.RENEWED);
  }

  @Test
  void violationBetweenRenewals_isThatOfOneVariable() {
    LocksetSummary summary =
        locksets(
                e(Op.ALLOC, 0, 2),
                e(Op.WRITE, 0, 4),
                e(Op.WRITE, 1, 4),
                e(Op.ALLOC, 0, 2),
                e(Op.ALLOC, 1, 3),
                e(Op.WRITE, 1, 6),
                e(Op.ALLOC, 1, 3))
            .summary();
    assertThat(flags(summary, 4)).isEqualTo(LocksetSummary.RENEWED | LocksetSummary.VIOLATED_LATER);
    assertThat(flags(summary, 6)).isEqualTo(LocksetSummary.RENEWED);
  }

  @Test
  void appendedRenewal_isNoViolation() {
    LocksetSummary renewal = locksets(e(Op.ALLOC, 0, 2)).summary();
    assertThat(flags(appended(renewal), 4)).isEqualTo(LocksetSummary.RENEWED);
  }

  @Test
  void orderedWriteOfTheNextStretch_isTheLastAccess() {
    HbStretch stretch = new HbStretch(NaiveRaces.OBJECTS);
    add(stretch, e(Op.WRITE, 0, 4), e(Op.RELEASE, 0, 3));
    HbStretch next = new HbStretch(NaiveRaces.OBJECTS);
    add(next, e(Op.ACQUIRE, 1, 3), e(Op.WRITE, 1, 4));
    stretch.append(next.summary());

    HbSummary summary = stretch.summary();
    assertThat(summary.flags()).containsExactly(HbSummary.CLOSED);
    assertThat(summary.tailTime()).containsExactly(4);
  }

  @Test
  void lastRead_isReplacedByThatOfTheSameThreadInTheNextStretch() {
    HbStretch stretch = add(new HbStretch(NaiveRaces.OBJECTS), e(Op.READ, 0, 4));
    HbStretch next = add(new HbStretch(NaiveRaces.OBJECTS), e(Op.READ, 0, 4));
    stretch.append(next.summary());

    assertThat(stretch.summary().tailTime()).containsExactly(2);
  }

  private void appendWithoutViolation(long... words) {
    LocksetSummary next = locksets(words).summary();
    assertThat(beginning.racesIn(next)).isFalse();
    beginning.append(next);
  }

  @Test
  void lockHeldThroughoutTheNextStretch_protectsInTheBeginning() {
    beginning.event(e(Op.ACQUIRE, 0, 1), 1, 0);
    appendWithoutViolation(e(Op.WRITE, 0, 4));
    appendWithoutViolation(
        e(Op.RELEASE, 0, 1), e(Op.ACQUIRE, 1, 1), e(Op.WRITE, 1, 4), e(Op.RELEASE, 1, 1));
    assertThat(violated).isEmpty();
    beginning.event(e(Op.WRITE, 2, 4), 7, 0);
    assertThat(violated).containsExactly(4);
  }

  /** A write of each of two variables under a lock of its number. */
  private static long[] writesUnderTheirLocks(int thread, int first, int second) {
    return new long[] {
      e(Op.ACQUIRE, thread, first),
      e(Op.WRITE, thread, first),
      e(Op.RELEASE, thread, first),
      e(Op.ACQUIRE, thread, second),
      e(Op.WRITE, thread, second),
      e(Op.RELEASE, thread, second)
    };
  }

  @Test
  void locksOfTwoVariables_differInTheBeginning() {
    appendWithoutViolation(writesUnderTheirLocks(0, 4, 5));
    appendWithoutViolation(writesUnderTheirLocks(1, 5, 4));
    assertThat(violated).isEmpty();
  }

  @Test
  void commonLockInALaterWord_protectsInTheBeginning() {
    long[] first = join(each(Op.ACQUIRE, 0, 0, 100), each(Op.WRITE, 0, 4, 6));
    appendWithoutViolation(join(first, each(Op.RELEASE, 0, 0, 100)));
    long[] second = join(each(Op.ACQUIRE, 1, 100, 180), each(Op.ACQUIRE, 1, 99, 100));
    appendWithoutViolation(join(second, each(Op.WRITE, 1, 4, 6)));
    assertThat(violated).isEmpty();
  }
}
