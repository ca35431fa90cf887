package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.LockCycles;
import io.racedet.oracle.ReorderingCheck;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shares;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All deadlock patterns of small traces, compared with the enumeration of all reorderings; and the
 * checker on mutations of their witnesses.
 */
class WitnessDeadlockTest {
  private static final long ENOUGH = 1_000_000;
  private static final int KINDS = 5;
  private static final TraceRuns RUNS = TraceRuns.ofDeadlocks();

  static Stream<LitmusCase> litmus() {
    return Litmus.all().filter(litmus -> litmus.has("deadlock"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void searchDeadlock_litmus_asInTheTable(LitmusCase litmus) {
    Set<List<Integer>> found = new Comparison(0).check(litmus.trace());
    assertThat(found.isEmpty()).isEqualTo(litmus.verdicts().get("deadlock").equals("no"));
  }

  @Test
  void searchDeadlock_randomTraces_witnessesWhatIsPossibleAndRefutesAllElse() {
    Comparison comparison = new Comparison(20261127);
    RUNS.checkFull(comparison::check);
    comparison.assertVaried();
  }

  @Test
  @Tag("soak")
  void searchDeadlock_100000RandomTraces_witnessesWhatIsPossibleAndRefutesAllElse(
      TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed of mutations", String.valueOf(seed));
    Comparison comparison = new Comparison(seed);
    RUNS.checkMany(reporter, comparison::check);
    comparison.assertVaried();
  }

  @Test
  void searchDeadlock_noCycle_says() {
    TestTrace trace =
        TestTrace.parse("T1|acq(a)", "T1|acq(b)", "T1|rel(b)", "T1|rel(a)", "T2|acq(b)", "T2|w(x)");
    WitnessSearch search = new WitnessSearch(Recording.of(trace), ENOUGH, ENOUGH);
    for (long[] requests : new long[][] {{}, {2}, {2, 5}, {2, 2}, {1, 2}, {2, 6}, {2, 7}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> search.searchDeadlock(requests))
          .withMessageContaining("expected: acquires of different locks");
    }
  }

  @Test
  void acceptsDeadlock_otherThanACycleOfTheLastEvents_false() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(a)", "T1|acq(b)", "T1|rel(b)", "T1|rel(a)", "T2|acq(b)", "T2|acq(a)");
    WitnessChecker checker = new WitnessChecker(Recording.of(trace));
    long[] sequence = {1, 5};
    assertThat(checker.acceptsDeadlock(sequence, 2, 6)).isTrue();
    assertThat(checker.acceptsDeadlock(sequence, 6, 2)).isTrue();
    assertThat(checker.acceptsDeadlock(sequence, 2)).isFalse();
    assertThat(checker.acceptsDeadlock(sequence)).isFalse();
    assertThat(checker.acceptsDeadlock(sequence, 2, 2)).isFalse();
    assertThat(checker.acceptsDeadlock(sequence, 2, 7)).isFalse();
    assertThat(checker.acceptsDeadlock(sequence, 2, 3)).isFalse();
    assertThat(checker.acceptsDeadlock(new long[] {1}, 2, 6)).isFalse();
    assertThat(checker.acceptsDeadlock(new long[] {1, 2, 3, 5}, 4, 6)).isFalse();
  }

  @Test
  void acceptsDeadlock_requestsInReadModeOfLocksHeldInReadMode_false() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acqr(a)", "T1|acqr(b)", "T1|relr(b)", "T1|relr(a)", "T2|acqr(b)", "T2|acqr(a)");
    WitnessChecker checker = new WitnessChecker(Recording.of(trace));
    assertThat(checker.acceptsDeadlock(new long[] {1, 5}, 2, 6)).isFalse();
  }

  @Test
  void searchDeadlock_gate_refutedByTheGate() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(g)",
            "T1|acq(a)",
            "T1|acq(b)",
            "T1|rel(b)",
            "T1|rel(a)",
            "T1|rel(g)",
            "T2|acq(g)",
            "T2|acq(b)",
            "T2|acq(a)");
    SearchResult found =
        new WitnessSearch(Recording.of(trace), ENOUGH, ENOUGH).searchDeadlock(3, 9);
    assertThat(found).isInstanceOf(SearchResult.Refuted.class);
    assertThat(((SearchResult.Refuted) found).refutation())
        .isEqualTo(Refutation.commonLock(trace.event(1).operand()));
  }

  /** The search, the checker and the enumeration on traces. */
  private static final class Comparison {
    private final SplittableRandom random;
    private final Shares shares = new Shares();
    private int rejected;
    private int accepted;

    Comparison(long seed) {
      random = new SplittableRandom(seed);
    }

    /** The cycles that are witnessed. */
    Set<List<Integer>> check(TestTrace trace) {
      Set<List<Integer>> patterns = new LockCycles(trace).cycles();
      Reorderings reorderings = new Reorderings(trace);
      assertThat(reorderings.deadlocks().isEmpty()).isEqualTo(!reorderings.deadlock());
      Set<List<Integer>> witnessed = new HashSet<>();
      EventHistory recorded = Recording.of(trace);
      WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
      WitnessSearch inWindows =
          new WitnessSearch(recorded, new TraceIndex(recorded), ENOUGH, Long.MAX_VALUE, 1);
      WitnessChecker checker = new WitnessChecker(recorded);
      for (List<Integer> pattern : patterns) {
        long[] requests = pattern.stream().mapToLong(Integer::longValue).toArray();
        SearchResult verdict = search.searchDeadlock(requests);
        SearchResult near = inWindows.searchDeadlock(requests);
        assertThat(near).as("%s in windows", pattern).hasSameClassAs(verdict);
        if (near instanceof SearchResult.Witnessed found) {
          assertThat(checker.acceptsDeadlock(found.sequence(), requests))
              .as("%s in windows", pattern)
              .isTrue();
        }
        assertThat(verdict).as("%s", pattern).isNotInstanceOf(SearchResult.GaveUp.class);
        if (verdict instanceof SearchResult.Witnessed found) {
          witnessed.add(pattern);
          assertThat(checker.acceptsDeadlock(found.sequence(), requests))
              .as("%s", pattern)
              .isTrue();
          if (recorded.size() == trace.size()) { // inner acquires are events of the enumeration
            checkMutations(trace, checker, found.sequence(), pattern);
          }
        }
      }
      assertThat(witnessed).isEqualTo(reorderings.deadlocks());
      shares.count("patterns", !patterns.isEmpty());
      shares.count("deadlocks", !witnessed.isEmpty());
      shares.count("refuted patterns", witnessed.size() < patterns.size());
      shares.count("deadlocks of three", witnessed.stream().anyMatch(c -> c.size() > 2));
      return witnessed;
    }

    private void checkMutations(
        TestTrace trace, WitnessChecker checker, long[] sequence, List<Integer> pattern) {
      long[] requests = pattern.stream().mapToLong(Integer::longValue).toArray();
      for (int i = 0; i < 2 * KINDS; i++) {
        List<Long> mutated = mutate(sequence, i % KINDS, trace);
        boolean isValid = ReorderingCheck.isDeadlock(trace, mutated, pattern);
        long[] indices = mutated.stream().mapToLong(Long::longValue).toArray();
        assertThat(checker.acceptsDeadlock(indices, requests))
            .as("%s for %s", mutated, pattern)
            .isEqualTo(isValid);
        rejected += isValid ? 0 : 1;
        accepted += isValid ? 1 : 0;
      }
    }

    /** Swaps two events, removes one, repeats one, inserts one, or moves one. */
    private List<Long> mutate(long[] sequence, int kind, TestTrace trace) {
      List<Long> mutated = new ArrayList<>(LongStream.of(sequence).boxed().toList());
      int size = mutated.size(); // at least two: the acquires of what is held
      int at = random.nextInt(size);
      switch (kind) {
        case 0 -> Collections.swap(mutated, at, random.nextInt(size));
        case 1 -> mutated.remove(at);
        case 2 -> mutated.add(random.nextInt(size + 1), mutated.get(at));
        case 3 -> mutated.add(random.nextInt(size + 1), 1L + random.nextInt(trace.size()));
        default -> mutated.add(random.nextInt(size), mutated.remove(at));
      }
      return mutated;
    }

    void assertVaried() {
      shares.print();
      shares.assertAtLeast(10, "patterns");
      shares.assertAtLeast(5, "deadlocks");
      shares.assertAtLeast(2, "refuted patterns");
      shares.assertAtLeast(0.1, "deadlocks of three");
      assertThat(rejected).isPositive();
      assertThat(accepted).isPositive();
    }
  }
}
