package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.racedet.oracle.Pair;
import io.racedet.oracle.ReorderingCheck;
import io.racedet.oracle.Rule;
import io.racedet.oracle.Rules;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The checker on single cases, and on mutations of witnesses, compared with the steps of the
 * enumeration.
 */
class WitnessCheckerTest {
  private static final long ENOUGH = 1_000_000;
  private static final int KINDS = 6;
  private static final int TRIES = 3;
  private static final int MIN_DECIDED = 10;
  private static final TraceRuns RUNS = TraceRuns.ofWitnesses();

  /** Each rejects some sequence that no other one rejects. */
  private static final Set<Rule> RULES =
      EnumSet.of(
          Rule.FORK,
          Rule.JOIN,
          Rule.CHILD_WITHOUT_EVENTS,
          Rule.WAKE,
          Rule.EXCLUSIVE_SECTIONS,
          Rule.SHARED_AFTER_EXCLUSIVE,
          Rule.EXCLUSIVE_AFTER_SHARED,
          Rule.SEND_RECEIVE,
          Rule.READS_FROM,
          Rule.SYNC_READS_FROM);

  /** The mutations of one kind: how many there were, and how many of them still are witnesses. */
  private static final class Count {
    private int all;
    private int valid;
  }

  @ParameterizedTest
  @CsvSource({
    "'', false", // the second access is not next
    "2 3, true",
    "3 2, false", // against program order
    "2, false",
    "2 3 3, false",
    "2 3 4, false", // an access itself
    "2 3 5, false", // an event that the trace does not have
    "2 3 0, false",
  })
  void accepts_sectionBeforeAccess_wholeSectionInItsOrderOnly(String sequence, boolean accepted) {
    TestTrace trace = TestTrace.parse("T1|w(x)", "T2|acq(a)", "T2|rel(a)", "T2|w(x)");
    WitnessChecker checker = new WitnessChecker(Recording.of(trace));
    assertThat(checker.accepts(indices(sequence), 1, 4)).isEqualTo(accepted);
    assertThat(checker.accepts(indices(sequence), 4, 1)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)', 'T2|r(y)', 1, 2", // different variables
    "'T1|r(x)', 'T2|r(x)', 1, 2", // no write
    "'T1|aw(x)', 'T2|ar(x)', 1, 2", // both atomic
    "'T1|w(x)', 'T1|w(x)', 1, 2", // one thread
    "'T1|w(x)', 'T2|acq(x)', 1, 2", // no access
    "'T1|w(x)', 'T2|w(x)', 1, 3", // no event
    "'T1|w(x)', 'T2|w(x)', 1, 1",
  })
  void accepts_noConflict_false(String one, String other, long first, long second) {
    WitnessChecker checker = new WitnessChecker(Recording.of(TestTrace.parse(one, other)));
    assertThat(checker.accepts(new long[0], first, second)).isFalse();
  }

  /** Each invalid sequence breaks one rule only: that of an event which comes too early. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(y)  T1|w(x)  T2|r(y)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T1|aw(y)  T1|w(x)  T2|ar(y)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T2|r(y)  T1|w(y)  T1|w(x)  T2|w(x)', 1 2, 2 1, 3, 4",
    "'T1|sw(v)  T1|w(x)  T2|sr(v)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T1|snd(c)  T1|w(x)  T2|rcv(c)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T3|snd(c)  T1|snd(c)  T1|w(x)  T2|rcv(c)  T2|w(x)', 1 2 4, 1 4 2, 3, 5",
    "'T1|fork(T2)  T1|w(x)  T2|r(y)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T3|r(y)  T1|w(x)  T2|join(T3)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T1|fork(T3)  T1|w(x)  T2|join(T3)  T2|w(x)', 1 3, 3 1, 2, 4",
    "'T2|acq(l)  T2|rel(l)  T1|acq(l)  T1|notify(l)  T1|rel(l)  T1|w(x)  T2|acq(l)  T2|wake(l)"
        + "  T2|rel(l)  T2|w(x)', 1 2 3 4 5 7 8 9, 1 2 7 8 9 3 4 5, 6, 10",
    "'T1|acq(l)  T1|w(x)  T2|w(x)  T1|rel(l)  T3|acq(l)', 1, 1 5, 2, 3",
    "'T1|acq(l)  T1|w(x)  T2|w(x)  T1|rel(l)  T3|acqr(l)', 1, 1 5, 2, 3",
    "'T1|acqr(l)  T1|w(x)  T2|w(x)  T3|acqr(l)  T1|relr(l)  T3|relr(l)  T3|acq(l)', 1 4 6, "
        + "1 4 6 7, 2, 3",
  })
  void accepts_whatEventsNeed_inOrderOnly(
      String events, String valid, String invalid, int first, int second) {
    TestTrace trace = TestTrace.parse(events.split("  "));
    WitnessChecker checker = new WitnessChecker(Recording.of(trace));
    assertThat(isPrefixOfEachThread(trace, indices(valid), first, second)).isTrue();
    assertThat(isPrefixOfEachThread(trace, indices(invalid), first, second)).isTrue();
    assertThat(checker.accepts(indices(valid), first, second)).isTrue();
    assertThat(checker.accepts(indices(invalid), first, second)).isFalse();
  }

  /** Only the last notify within its wait ends it: not an older one, and none after the wait. */
  @ParameterizedTest
  @CsvSource({
    "'T1|notify(l)  T1|w(x)  T2|acq(l)  T2|rel(l)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', "
        + "3 4 5 6 7 1, 2, 8",
    "'T2|acq(l)  T2|rel(l)  T2|acq(l)  T1|notify(l)  T1|w(x)  T2|wake(l)  T2|rel(l)  T2|w(x)', "
        + "1 2 3 6 7 4, 5, 8",
    "'T1|notify(l)  T1|w(x)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 3 4 5 1, 2, 6",
    "'T2|acq(l)  T2|rel(l)  T3|notify(l)  T1|notify(l)  T1|w(x)  T2|acq(l)  T2|wake(l)  T2|rel(l)"
        + "  T2|w(x)', 1 2 4 6 7 8, 5, 9",
  })
  void accepts_wake_beforeNotifiesThatDidNotCauseIt(
      String events, String sequence, int first, int second) {
    WitnessChecker checker = new WitnessChecker(Recording.of(TestTrace.parse(events.split("  "))));
    assertThat(checker.accepts(indices(sequence), first, second)).isTrue();
  }

  @Test
  void accepts_sharedLockThatItsHolderAcquiresExclusively_asRecorded() {
    TestTrace trace =
        TestTrace.parse("T1|acqr(l)", "T1|acq(l)", "T1|rel(l)", "T1|relr(l)", "T1|w(x)", "T2|w(x)");
    WitnessChecker checker = new WitnessChecker(Recording.of(trace));
    assertThat(checker.accepts(indices("1 2 3 4"), 5, 6)).isTrue();
  }

  /** Whether a sequence has the first events of each thread, in its order, up to the accesses. */
  private static boolean isPrefixOfEachThread(
      TestTrace trace, long[] sequence, int first, int second) {
    Set<Long> taken = LongStream.of(sequence).boxed().collect(Collectors.toSet());
    boolean isPrefix = !taken.contains((long) first) && !taken.contains((long) second);
    Map<Integer, Long> last = new HashMap<>();
    for (long index : sequence) {
      int thread = trace.event((int) index).thread();
      isPrefix &= last.getOrDefault(thread, 0L) < index;
      last.put(thread, index);
    }
    for (int i = 1; i <= trace.size(); i++) {
      int thread = trace.event(i).thread();
      boolean isUntilAccess =
          thread == trace.event(first).thread() && i < first
              || thread == trace.event(second).thread() && i < second;
      boolean isUntilLast = i <= last.getOrDefault(thread, 0L);
      isPrefix &= taken.contains((long) i) == isUntilLast && (!isUntilAccess || isUntilLast);
    }
    return isPrefix;
  }

  @Test
  void accepts_mutationsOnRandomTraces_asEnumerated() {
    Mutations mutations = new Mutations(20261121);
    RUNS.checkFull(mutations::check);
    mutations.assertVaried();
  }

  @Test
  @Tag("soak")
  void accepts_mutationsOn100000RandomTraces_asEnumerated(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed of mutations", String.valueOf(seed));
    Mutations mutations = new Mutations(seed);
    RUNS.checkMany(reporter, mutations::check);
    mutations.assertVaried();
  }

  /** The checker on mutations of the witnesses of traces. */
  private static final class Mutations {
    private final SplittableRandom random;
    private final Count[] counts = Stream.generate(Count::new).limit(KINDS).toArray(Count[]::new);
    private final Map<Rule, Integer> decided = new EnumMap<>(Rule.class);

    Mutations(long seed) {
      random = new SplittableRandom(seed);
    }

    void check(TestTrace trace) {
      EventHistory recorded = Recording.of(trace);
      if (recorded.size() < trace.size()) { // inner acquires are events of the enumeration only
        return;
      }
      WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
      WitnessChecker checker = new WitnessChecker(recorded);
      for (Pair pair : Recording.conflicting(trace)) {
        if (search.found(pair.first(), pair.second()) instanceof SearchResult.Witnessed witness) {
          for (int kind = 0; kind < KINDS; kind++) {
            for (int i = 0; i < TRIES; i++) {
              check(trace, checker, pair, mutate(witness.sequence(), kind, trace, random), kind);
            }
          }
        }
      }
    }

    private void check(
        TestTrace trace, WitnessChecker checker, Pair pair, List<Long> mutated, int kind) {
      boolean valid = ReorderingCheck.isWitness(trace, mutated, pair);
      long[] sequence = mutated.stream().mapToLong(Long::longValue).toArray();
      assertThat(checker.accepts(sequence, pair.first(), pair.second()))
          .as("%s for %s", mutated, pair)
          .isEqualTo(valid);
      counts[kind].all++;
      counts[kind].valid += valid ? 1 : 0;
      for (Rule rule : valid ? Set.<Rule>of() : RULES) {
        boolean decides =
            decided.getOrDefault(rule, 0) < MIN_DECIDED
                && rule.concerns(trace)
                && ReorderingCheck.isWitness(trace, Rules.without(rule), mutated, pair);
        decided.merge(rule, decides ? 1 : 0, Integer::sum);
      }
    }

    void assertVaried() {
      assertThat(counts).allMatch(count -> count.valid >= 1 && count.valid < count.all);
      assertThat(decided).containsOnlyKeys(RULES);
      assertThat(decided.values()).as("%s", decided).allMatch(count -> count >= MIN_DECIDED);
    }
  }

  /**
   * Swaps two events, removes one, repeats one, inserts any event of the trace, moves one to the
   * front of those of other threads, or removes one with the later ones of its thread.
   */
  private static List<Long> mutate(
      long[] sequence, int kind, TestTrace trace, SplittableRandom random) {
    List<Long> mutated = new ArrayList<>(LongStream.of(sequence).boxed().toList());
    int size = mutated.size();
    int at = size == 0 ? 0 : random.nextInt(size);
    if (kind == 5 && size > 0) {
      long first = mutated.get(at);
      mutated.removeIf(i -> i >= first && isSameThread(trace, i, first));
    } else if (kind == 4 && size > 0) {
      long moved = mutated.remove(at);
      int to = at;
      while (to > 0 && !isSameThread(trace, mutated.get(to - 1), moved)) {
        to--;
      }
      mutated.add(to, moved);
    } else if (kind == 3) {
      mutated.add(random.nextInt(size + 1), 1L + random.nextInt(trace.size()));
    } else if (kind == 2 && size > 0) {
      mutated.add(random.nextInt(size + 1), mutated.get(at));
    } else if (kind == 1 && size > 0) {
      mutated.remove(at);
    } else if (size > 0) {
      Collections.swap(mutated, at, random.nextInt(size));
    }
    return mutated;
  }

  private static boolean isSameThread(TestTrace trace, long one, long other) {
    return trace.event((int) one).thread() == trace.event((int) other).thread();
  }

  private static long[] indices(String text) {
    return Stream.of(text.split(" "))
        .filter(i -> !i.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }

  private static WitnessChecker checker(String events) {
    return new WitnessChecker(Recording.of(TestTrace.parse(events.split("  "))));
  }

  @Test
  void accepts_recordedEvents_upToAllOfTheTrace() {
    WitnessChecker checker = checker("T1|w(x)  T2|w(x)");
    assertThat(checker.accepts(0, new long[0], 1, 2)).isTrue();
    assertThat(checker.accepts(2, new long[0], 1, 2)).isFalse();
    assertThat(checker.acceptsDeadlock(2, new long[0], 1, 2)).isFalse();
    for (int recorded : new int[] {-1, 3}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> checker.accepts(recorded, new long[0], 1, 2))
          .withMessage("recorded: " + recorded + " (expected: from 0 to 2)");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> checker.acceptsDeadlock(recorded, new long[0], 1, 2))
          .withMessage("recorded: " + recorded + " (expected: from 0 to 2)");
    }
  }

  @Test
  void accepts_sequenceLongerThanTheTrace_false() {
    assertThat(checker("T1|w(x)  T2|w(x)").accepts(indices("1 2 2"), 1, 2)).isFalse();
    assertThat(checker("T1|w(x)  T2|w(x)").accepts(indices("1 2 3"), 1, 2)).isFalse();
  }

  /** The first thread has no part in it. */
  @Test
  void accepts_readBeforeTheWriteOfTheSecondThread_false() {
    WitnessChecker checker = checker("T1|r(k)  T2|w(y)  T2|w(x)  T3|r(y)  T3|w(x)");
    assertThat(checker.accepts(indices("2 4"), 3, 5)).isTrue();
    assertThat(checker.accepts(indices("4 2"), 3, 5)).isFalse();
  }

  /** T2 does not have the lock any more when the recorded events are over, but T1 has. */
  @Test
  void accepts_recordedSharedSectionThatIsOver_isNotInTheWay() {
    WitnessChecker checker =
        checker("T1|acqr(l)  T2|acqr(l)  T2|relr(l)  T1|relr(l)  T3|acq(l)  T3|w(x)  T1|w(x)");
    assertThat(checker.accepts(3, indices("4 5"), 6, 7)).isTrue();
    assertThat(checker.accepts(3, indices("5"), 6, 7)).isFalse();
  }

  /** A thread that waits for itself is no cycle of threads. */
  @Test
  void acceptsDeadlock_oneThreadThatHasTheLockInReadMode_false() {
    assertThat(checker("T1|acqr(a)  T1|acq(a)").acceptsDeadlock(indices("1"), 2)).isFalse();
  }

  /** The first variable is no lock, although it has the number of the first one. */
  @Test
  void acceptsDeadlock_requestThatIsNoAcquire_false() {
    WitnessChecker checker =
        checker("T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T2|acq(b)  T2|w(v)");
    assertThat(checker.acceptsDeadlock(indices("1 5"), 2, 6)).isFalse();
  }

  /** Both threads have a lock in read mode, and want it alone. */
  @Test
  void acceptsDeadlock_requestsOfOneLock_false() {
    WitnessChecker checker = checker("T1|acqr(a)  T2|acqr(a)  T1|acq(a)  T2|acq(a)");
    assertThat(checker.acceptsDeadlock(indices("1 2"), 3, 4)).isFalse();
  }
}
