package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders with few changes between threads, compared with all orders. */
class RunOrderTest {
  private static final TraceRuns RUNS = TraceRuns.ofWitnesses();
  private static final int TRACES = 600;

  private int fewer;

  @Test
  void positions_randomTraces_haveTheFewestChanges() {
    RUNS.first(TRACES).forEach(this::compare);
    assertThat(fewer).isPositive();
  }

  private void compare(TestTrace recorded) {
    if (recorded.size() == 0) {
      return;
    }
    SmallTrace trace = new SmallTrace(recorded);
    int[] all = IntStream.range(0, trace.history.size()).toArray();
    int[] ordered = new RunOrder(trace.index, all).positions();
    assertThat(ordered).as("%s", recorded).containsExactlyInAnyOrder(all);
    int[] place = new int[all.length];
    for (int i = 0; i < ordered.length; i++) {
      place[ordered[i]] = i;
    }
    for (int p : all) {
      for (int q = p + 1; q < all.length; q++) {
        if (isKept(trace, p, q)) {
          assertThat(place[p]).as("%d before %d in %s", p, q, recorded).isLessThan(place[q]);
        }
      }
    }
    int changes = changes(trace.index, ordered);
    assertThat(changes).as("%s", recorded).isEqualTo(fewest(trace));
    fewer += changes < changes(trace.index, all) ? 1 : 0;
  }

  /** Whether the order of two events, the earlier one first, must not change. */
  private static boolean isKept(SmallTrace trace, int p, int q) {
    long e = trace.history.word(p);
    long f = trace.history.word(q);
    boolean isSame =
        EventBlock.operand(e) == EventBlock.operand(f)
            && EventBlock.op(e).operand() == EventBlock.op(f).operand();
    boolean conflict =
        switch (EventBlock.op(e).operand()) {
          case VARIABLE, SYNC -> writes(e) || writes(f);
          case LOCK -> EventBlock.op(e) == Op.RELEASE && acquires(f) || isOfReader(e, f);
          default -> false;
        };
    return trace.needs.isBefore(p, q) || isSame && conflict;
  }

  private static boolean writes(long word) {
    return switch (EventBlock.op(word)) {
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> true;
      default -> false;
    };
  }

  private static boolean acquires(long word) {
    return EventBlock.op(word) == Op.ACQUIRE || EventBlock.op(word) == Op.ACQUIRE_SHARED;
  }

  private static boolean isOfReader(long release, long acquire) {
    return EventBlock.op(release) == Op.RELEASE_SHARED && EventBlock.op(acquire) == Op.ACQUIRE;
  }

  /** By the set of events that have happened and the last thread. */
  private static int fewest(SmallTrace trace) {
    int size = trace.history.size();
    int[] before = new int[size];
    int[] thread = new int[size];
    for (int q = 0; q < size; q++) {
      thread[q] = trace.index.thread(q);
      for (int p = 0; p < q; p++) {
        before[q] |= isKept(trace, p, q) ? 1 << p : 0;
      }
    }
    int[][] turns = new int[1 << size][]; // null where no order begins with these events
    turns[0] = new int[trace.index.threads];
    for (int done = 0; done < turns.length - 1; done++) {
      for (int p = 0; p < size && turns[done] != null; p++) {
        if ((done >> p & 1) == 0 && (before[p] & ~done) == 0) {
          int next = done | 1 << p;
          if (turns[next] == null) {
            turns[next] = new int[trace.index.threads];
            Arrays.fill(turns[next], Integer.MAX_VALUE / 2);
          }
          for (int last = 0; last < trace.index.threads; last++) {
            int more = done != 0 && last == thread[p] ? 0 : 1;
            turns[next][thread[p]] = Math.min(turns[next][thread[p]], turns[done][last] + more);
          }
        }
      }
    }
    return Arrays.stream(turns[turns.length - 1]).min().orElseThrow() - 1;
  }

  /** With many threads the order of the arrangement is followed. */
  @Test
  void positions_manyThreads_changeNoMoreOftenThanBefore() {
    StringBuilder events = new StringBuilder();
    for (int round = 0; round < 20; round++) {
      for (int thread = 0; thread < 40; thread++) {
        int variable = (thread * 7 + round * 11) % 40;
        events.append(String.format("T%d|w(x%d)  T%d|r(y)  ", thread, variable, thread));
      }
    }
    SmallTrace trace = SmallTrace.of(events.toString().strip());
    int[] all = IntStream.range(0, trace.history.size()).toArray();
    int[] ordered = new RunOrder(trace.index, all).positions();
    assertThat(ordered).containsExactlyInAnyOrder(all);
    assertThat(changes(trace.index, ordered)).isLessThanOrEqualTo(changes(trace.index, all));
  }

  /** The number of changes between threads in a sequence of positions. */
  static int changes(TraceIndex index, int[] sequence) {
    int changes = 0;
    for (int i = 1; i < sequence.length; i++) {
      changes += index.thread(sequence[i]) == index.thread(sequence[i - 1]) ? 0 : 1;
    }
    return changes;
  }

  private static void assertOrder(SmallTrace trace, int[] arranged, int... expected) {
    assertThat(new RunOrder(trace.index, arranged).positions()).containsExactly(expected);
  }

  private static int[] from(SmallTrace trace, int first) {
    return IntStream.range(first, trace.history.size()).toArray();
  }

  /** What T2 reads has happened before. */
  @Test
  void positions_eventNeedsOneBeforeTheArrangement_mayBeFirst() {
    SmallTrace trace = SmallTrace.of("T3|w(y)  T1|r(k)  T2|r(y)  T2|w(z)  T1|r(z)");
    assertOrder(trace, from(trace, 1), 2, 3, 1, 4);
  }

  @Test
  void positions_firstWriteOfACell_mayBeFirst() {
    SmallTrace trace = SmallTrace.of("T1|r(k)  T2|w(z)  T1|r(z)");
    assertOrder(trace, from(trace, 0), 1, 0, 2);
  }

  @Test
  void positions_firstSectionOfALock_mayBeFirst() {
    SmallTrace trace = SmallTrace.of("T1|r(k)  T2|acq(l)  T2|rel(l)  T2|w(z)  T1|r(z)");
    assertOrder(trace, from(trace, 0), 1, 2, 3, 0, 4);
  }

  /** T3 waits for nobody, although T2 before it does. */
  @Test
  void positions_eventAfterOneThatNeedsAnother_waitsForItsOwnNeedsOnly() {
    SmallTrace trace = SmallTrace.of("T1|w(y)  T2|r(y)  T3|w(z)  T1|r(z)");
    assertOrder(trace, from(trace, 0), 2, 0, 3, 1);
  }

  /** T2 could run first if its section need not wait for the end of T1's. */
  @Test
  void positions_exclusiveSectionAfterASharedOne_staysBehindIt() {
    SmallTrace trace =
        SmallTrace.of("T1|acqr(l)  T1|relr(l)  T2|acq(l)  T2|rel(l)  T2|w(z)  T1|r(z)");
    assertOrder(trace, from(trace, 0), 0, 1, 2, 3, 4, 5);
  }

  /** A thread of one event, which comes first, among many of many events. */
  @Test
  void positions_tooManyOrders_haveThreadsOfOneEvent() {
    StringBuilder events = new StringBuilder("Z|r(k)");
    for (int round = 0; round < 20; round++) {
      for (int thread = 0; thread < 40; thread++) {
        int variable = (thread * 7 + round * 11) % 40;
        events.append(String.format("  T%d|w(x%d)  T%d|r(y)", thread, variable, thread));
      }
    }
    SmallTrace trace = SmallTrace.of(events.toString());
    int[] all = from(trace, 0);
    assertThat(new RunOrder(trace.index, all).positions()).containsExactlyInAnyOrder(all);
  }

  /**
   * Two threads in turns, each turn of some events, and later events, between the first event of a
   * third thread and its last one.
   */
  private static SmallTrace turns(int turns, int events, String later) {
    StringBuilder all = new StringBuilder("T3|r(k)");
    for (int turn = 0; turn < turns; turn++) {
      String thread = turn % 2 == 0 ? "T1" : "T2";
      all.append("  ").append(thread).append("|r(z)");
      all.append(("  " + thread + "|r(k)").repeat(events - 2));
      all.append("  ").append(thread).append("|w(z)");
    }
    return SmallTrace.of(all + later + "  T3|r(z)");
  }

  /** Some five thousand events are visited, in two thousand states. */
  @Test
  void positions_manyTurns_haveTheFewestChanges() {
    SmallTrace trace = turns(1000, 2, "");
    int[] ordered = new RunOrder(trace.index, from(trace, 0)).positions();
    assertThat(changes(trace.index, ordered)).isEqualTo(1000);
    assertThat(ordered[0]).isEqualTo(1);
  }

  /** In each of two thousand states some seventy threads are asked, which wait for their turns. */
  @Test
  void positions_manyThreadsWait_areThoseOfTheArrangement() {
    String waiting =
        IntStream.range(0, 70)
            .mapToObj(i -> "  C" + i + "|r(z)  C" + i + "|w(z)")
            .collect(Collectors.joining());
    SmallTrace trace = turns(1000, 2, waiting);
    assertOrder(trace, from(trace, 0), from(trace, 0));
  }

  /** Some eighty thousand events would be visited. */
  @Test
  void positions_manyTurnsOfManyEvents_areThoseOfTheArrangement() {
    SmallTrace trace = turns(1000, 40, "");
    assertOrder(trace, from(trace, 0), from(trace, 0));
  }
}
