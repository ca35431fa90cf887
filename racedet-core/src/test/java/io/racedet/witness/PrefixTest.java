package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.NaiveClosure.Held;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sets of events closed under needs, compared with the order of all events. */
class PrefixTest {
  private static final int TRACES = 500;

  @Test
  void smallest_randomTraces_isWhatTheAccessesNeed() {
    forEachPair(
        (trace, target, random) -> {
          Budget budget = SmallTrace.unlimited();
          IntArrayList added = new IntArrayList();
          Prefix prefix = Prefix.smallest(trace.index, target, budget, added::add);
          long set =
              trace.needs.beforeAccess(target.first()) | trace.needs.beforeAccess(target.second());
          assertThat(budget.spent()).as("each event once").isEqualTo(Long.bitCount(set));
          checkSet(trace, target, prefix, set);
          assertThat(budget.spent()).as("and to sort it").isEqualTo(2L * Long.bitCount(set));
          assertThat(added.toIntArray()).hasSize(Long.bitCount(set));
          List<Integer> acquires = new ArrayList<>();
          NaiveClosure.sections(trace.needs).forEach(section -> acquires.add(section.acquire()));
          acquires.removeIf(acquire -> !contains(set, acquire));
          assertThat(drain(prefix)).containsExactlyInAnyOrderElementsOf(acquires);
        });
  }

  @Test
  void nearRecorded_randomTraces_hasAlsoAllThatIsRecordedBefore() {
    forEachPair(
        (trace, target, random) -> {
          Budget budget = SmallTrace.unlimited();
          Prefix prefix = Prefix.nearRecorded(trace.index, target, budget);
          long recorded = NaiveOrder.bit(target.first()) - 1;
          long set = recorded | trace.needs.beforeAccess(target.second());
          assertThat(budget.spent())
              .as("each thread, and each event that was not recorded before")
              .isEqualTo(trace.index.threads + Long.bitCount(set & ~recorded));
          checkSet(trace, target, prefix, set);
          List<Integer> acquires = new ArrayList<>();
          for (Held section : NaiveClosure.sections(trace.needs)) {
            boolean isEnded =
                section.release() != TraceIndex.NONE && section.release() < target.first();
            if (contains(set, section.acquire()) && !isEnded) {
              acquires.add(section.acquire());
            }
          }
          assertThat(new TreeSet<>(drain(prefix))).isEqualTo(new TreeSet<>(acquires));
        });
  }

  @Test
  void add_randomEvents_addsWhatTheyNeed() {
    forEachPair(
        (trace, target, random) -> {
          Budget budget = SmallTrace.unlimited();
          Prefix prefix = Prefix.smallest(trace.index, target, budget);
          long set =
              trace.needs.beforeAccess(target.first()) | trace.needs.beforeAccess(target.second());
          for (int i = 0; i < 4; i++) {
            int p = random.nextInt(trace.history.size());
            set |= trace.needs.upTo(p);
            assertThat(prefix.add(p)).isEqualTo(!hasAccess(set, target));
            assertThat(budget.spent()).isEqualTo(Long.bitCount(set));
          }
          checkSet(trace, target, prefix, set);
        });
  }

  /** All positions of a set, in order. */
  static int[] all(Prefix prefix) {
    return IntStream.concat(IntStream.range(0, prefix.base()), IntStream.of(prefix.positions()))
        .toArray();
  }

  private interface Check {
    void check(SmallTrace trace, AccessPair target, SplittableRandom random);
  }

  private static void forEachPair(Check check) {
    TraceRuns.ofWitnesses().some().limit(TRACES).forEach(trace -> forEachPair(trace, check));
  }

  private static void forEachPair(TestTrace recorded, Check check) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    SplittableRandom random = new SplittableRandom(recorded.toString().hashCode());
    for (Pair pair : conflicting) {
      try {
        check.check(trace, trace.target(pair), random);
      } catch (AssertionError e) {
        throw new AssertionError(pair + " of " + recorded, e);
      }
    }
  }

  private static void checkSet(SmallTrace trace, AccessPair target, Prefix prefix, long set) {
    assertThat(all(prefix)).containsExactly(ClosureTest.ints(NaiveOrder.positions(set)));
    assertThat(prefix.base() + prefix.size()).isEqualTo(Long.bitCount(set));
    assertThat(prefix.needsTarget()).isEqualTo(hasAccess(set, target));
    int[] lengths = new int[trace.index.threads];
    for (int p = 0; p < trace.history.size(); p++) {
      assertThat(prefix.contains(p)).isEqualTo(contains(set, p));
      lengths[trace.needs.thread(p)] += contains(set, p) ? 1 : 0;
    }
    for (int thread = 0; thread < lengths.length; thread++) {
      assertThat(prefix.limit(thread)).isEqualTo(lengths[thread]);
    }
  }

  private static List<Integer> drain(Prefix prefix) {
    List<Integer> acquires = new ArrayList<>();
    for (int p = prefix.nextAcquire(); p != TraceIndex.NONE; p = prefix.nextAcquire()) {
      acquires.add(p);
    }
    return acquires;
  }

  private static boolean hasAccess(long set, AccessPair target) {
    return contains(set, target.first()) || contains(set, target.second());
  }

  private static boolean contains(long set, int position) {
    return (set & NaiveOrder.bit(position)) != 0;
  }

  /** Two threads with an event each before their accesses. */
  @Test
  void smallest_ofALimitedSize_isPossibleUpToThatSize() {
    SmallTrace trace = SmallTrace.of("T1|r(k)  T2|r(k)  T1|w(x)  T2|w(x)");
    AccessPair target = trace.target(3, 4);
    for (int most = 0; most < 4; most++) {
      Prefix prefix = Prefix.smallest(trace.index, target, SmallTrace.unlimited(), most);
      assertThat(prefix.isPossible()).as("%d", most).isEqualTo(most >= 2);
    }
  }

  /** T3, of which the first thread reads, has no request. */
  @Test
  void smallest_forLockRequests_hasWhatTheyNeedOfOthers() {
    SmallTrace trace =
        SmallTrace.of("T3|w(y)  T1|r(y)  T1|acq(a)  T2|acq(b)  T2|acq(a)  T1|acq(b)");
    Goal target = new Goal.LockRequests(new int[] {trace.at(5), trace.at(6)});
    assertThat(Prefix.smallest(trace.index, target, SmallTrace.unlimited()).positions())
        .containsExactly(0, 1, 2, 3);
    assertThat(Prefix.smallest(trace.index, target, SmallTrace.unlimited(), 4).positions())
        .containsExactly(0, 1, 2, 3);
  }
}
