package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shares;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The length of witnesses, compared with that of the shortest reordering. */
class ShortWitnessTest {
  private static final long ENOUGH = 1_000_000;
  private static final TraceRuns SMALL_RUNS = TraceRuns.ofWitnesses();

  @Test
  void search_randomTraces_witnessesAreAsShortAsReorderingsCanBe() {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(trace -> compare(trace, shares));
    assertShares(shares);
  }

  @Test
  @Tag("soak")
  void search_100000RandomTraces_witnessesAreAsShortAsReorderingsCanBe(TestReporter reporter) {
    Shares shares = new Shares();
    SMALL_RUNS.checkMany(reporter, trace -> compare(trace, shares));
    assertShares(shares);
  }

  /**
   * Where the search did not choose, as it does not for nearly all pairs, they are the shortest.
   */
  private static void assertShares(Shares shares) {
    shares.print();
    shares.assertAtLeast(99.9, "shortest ones");
    shares.assertAtLeast(5, "shorter than found");
    shares.assertAtLeast(1, "fewer changes than found");
  }

  private static void compare(TestTrace trace, Shares shares) {
    if (Recording.conflicting(trace).isEmpty()) {
      return;
    }
    EventHistory recorded = Recording.of(trace);
    if (recorded.size() < trace.size()) {
      return; // inner acquires are events of the enumeration only
    }
    WitnessChecker checker = new WitnessChecker(recorded);
    TraceIndex index = new TraceIndex(recorded);
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    for (Map.Entry<Pair, Integer> shortest : new Reorderings(trace).shortest().entrySet()) {
      Pair pair = shortest.getKey();
      Reordering found = reordering(search.found(pair.first(), pair.second()));
      Reordering small = reordering(search.search(pair.first(), pair.second()));
      assertThat(checker.accepts(small.indices(), pair.first(), pair.second()))
          .as("%s", pair)
          .isTrue();
      assertThat(small.size()).isBetween(shortest.getValue(), found.size());
      shares.count("shortest ones", small.size() == shortest.getValue());
      shares.count("shorter than found", small.size() < found.size());
      if (small.size() == found.size()) {
        int changes = changes(index, small);
        assertThat(changes).isLessThanOrEqualTo(changes(index, found));
        shares.count("fewer changes than found", changes < changes(index, found));
      }
    }
  }

  private static Reordering reordering(SearchResult result) {
    assertThat(result).isInstanceOf(SearchResult.Witnessed.class);
    return ((SearchResult.Witnessed) result).reordering();
  }

  private static int changes(TraceIndex index, Reordering sequence) {
    int[] positions = new int[sequence.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = sequence.position(i);
    }
    return RunOrderTest.changes(index, positions);
  }

  /**
   * In long traces, too, if a reordering has few events; otherwise it begins as recorded, up to
   * 4,096 events before the first access where a window was searched.
   */
  @ParameterizedTest
  @CsvSource({
    "5000, 'T1|w(x)  T1|acq(l)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)', 1, 6, 2, 2",
    "5000, 'T3|w(y)  T1|r(y)  T1|w(x)  T2|w(x)', 3, 4, 5002, 0",
    "40000, 'T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)', 2, 6, 35908, 3",
    "3000, 'T3|w(y)  T1|r(y)  T1|w(x)  T2|w(x)', 3, 4, 3002, 0",
    "3000, 'T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)', 2, 6, 3, 3",
  })
  void search_longTrace_isShortToRead(
      int before, String events, int first, int second, int size, int unrecorded) {
    String all = "T3|r(k)  ".repeat(before) + events;
    WitnessSearch search =
        new WitnessSearch(Recording.of(TestTrace.parse(all.split("  "))), ENOUGH, Long.MAX_VALUE);
    Reordering found = reordering(search.search(before + first, before + second));
    assertThat(found.size()).isEqualTo(size);
    assertThat(found.unrecorded()).isEqualTo(unrecorded);
  }

  /** T3's section need not end if T2's comes first, although it came later. */
  @Test
  void search_sectionNeedNotEnd_isLeftOpen() {
    String all =
        "T3|acq(l)  T3|w(y)  T3|r(k)  T3|r(k)  T3|rel(l)  T1|r(y)  T1|w(x)"
            + "  T2|acq(l)  T2|rel(l)  T2|w(x)";
    WitnessSearch search =
        new WitnessSearch(Recording.of(TestTrace.parse(all.split("  "))), ENOUGH, Long.MAX_VALUE);
    assertThat(reordering(search.found(7, 10)).size()).isEqualTo(8);
    assertThat(reordering(search.search(7, 10)).indices()).containsExactly(8, 9, 1, 2, 6);
  }

  /** The accesses need 2,600 events, but all that comes before them is read as one line. */
  @Test
  void search_manyEventsNeeded_beginsAsRecorded() {
    String all =
        "T3|r(k)  T1|r(k)  ".repeat(2600)
            + "T1|w(x)  T1|acq(l)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)";
    WitnessSearch search =
        new WitnessSearch(Recording.of(TestTrace.parse(all.split("  "))), ENOUGH, Long.MAX_VALUE);
    Reordering found = reordering(search.search(5201, 5206));
    assertThat(found.size()).isEqualTo(5202);
    assertThat(found.unrecorded()).isEqualTo(2);
  }

  /** Prints the lengths of the witnesses of the litmus traces. */
  @Test
  void search_litmus_isShorterThanFound() {
    long[] found = new long[2];
    long[] small = new long[2];
    for (LitmusCase litmus :
        Stream.concat(Litmus.handmade().stream(), Litmus.random().stream()).toList()) {
      List<Pair> pairs = Recording.conflicting(litmus.trace());
      EventHistory recorded = Recording.of(litmus.trace());
      TraceIndex index = new TraceIndex(recorded);
      WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
      for (Pair pair : pairs) {
        if (search.found(pair.first(), pair.second()) instanceof SearchResult.Witnessed first) {
          Reordering shorter = reordering(search.search(pair.first(), pair.second()));
          add(found, index, first.reordering());
          add(small, index, shorter);
        }
      }
    }
    System.out.println(
        "events of witnesses: "
            + found[0]
            + ", then "
            + small[0]
            + "; changes between threads: "
            + found[1]
            + ", then "
            + small[1]);
    assertThat(small[0]).isLessThan(found[0]);
    assertThat(small[1]).isLessThan(found[1]);
  }

  private static void add(long[] sums, TraceIndex index, Reordering sequence) {
    sums[0] += sequence.size();
    sums[1] += changes(index, sequence);
  }

  private static WitnessSearch search(String events) {
    return new WitnessSearch(
        Recording.of(TestTrace.parse(events.split("  "))), ENOUGH, Long.MAX_VALUE);
  }

  /** N's event is not needed. With fifty events, all of them are shown. */
  @ParameterizedTest
  @CsvSource({"50, 50, 50", "51, 52, 0"})
  void search_longerWithLessToRead_onlyIfNotAllIsShown(int events, int size, int unrecorded) {
    String all = "N|r(n)  " + "T1|r(k)  ".repeat(events) + "T1|w(x)  T2|w(x)";
    Reordering found = reordering(search(all).search(events + 2, events + 3));
    assertThat(found.size()).isEqualTo(size);
    assertThat(found.unrecorded()).isEqualTo(unrecorded);
  }

  /** T3's section ends in the reordering that is found, but need not. */
  private static String superfluousRelease(int before) {
    return "T1|r(k)  ".repeat(before)
        + "T3|acq(k)  T3|w(y)  T3|rel(k)  T1|r(y)  T1|acq(l)  T1|w(x)  T1|rel(l)"
        + "  T2|acq(l)  T2|rel(l)  T2|w(x)";
  }

  /** Of up to 4,096 events. */
  @ParameterizedTest
  @CsvSource({"0, 7, 6", "4089, 4096, 4095", "4090, 4097, 4097"})
  void search_orderOfLocksHasToChange_leavesOutWhatIsNotNeeded(int before, int found, int size) {
    WitnessSearch search = search(superfluousRelease(before));
    assertThat(reordering(search.found(before + 6, before + 10)).size()).isEqualTo(found);
    assertThat(reordering(search.search(before + 6, before + 10)).size()).isEqualTo(size);
  }

  /**
   * Z's and Q's threads would wait for each other if Z's section of m, which need not end, waited
   * for R's. So the order of the trace is kept, but N's event is left out.
   */
  @Test
  void search_threadsWouldHaveToChoose_keepsTheOrderOfLocks() {
    String all =
        "N|r(n)  Z|acq(k)  Z|acq(m)  Z|acq(l)  Z|rel(l)  Z|rel(k)  Z|w(z)  Z|rel(m)"
            + "  Q|acq(l)  Q|acq(k)  Q|rel(k)  Q|rel(l)  Q|w(q)"
            + "  R|acq(m)  R|rel(m)  R|r(q)  R|r(z)  P|w(x)  R|w(x)";
    Reordering found = reordering(search(all).search(18, 19));
    assertThat(found.indices()).hasSize(16).doesNotContain(1);
  }

  /**
   * T3's section cannot end before the first access, so that nothing is as recorded; the threads
   * take turns.
   */
  @ParameterizedTest
  @CsvSource({"2047, 1", "2048, 4095"})
  void search_turns_areKeptIfTheyAreMoreThan4096Events(int turns, int changes) {
    String all =
        "T3|acq(l)  "
            + "T1|r(k)  T2|r(k)  ".repeat(turns)
            + "T1|w(x)  T1|w(y)  T3|r(y)  T3|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)";
    WitnessSearch search = search(all);
    int first = 2 * turns + 2;
    Reordering found = reordering(search.search(first, first + 6));
    assertThat(found.size()).isEqualTo(2 * turns + 2);
    assertThat(found.unrecorded()).isEqualTo(2 * turns + 2);
    assertThat(changes(new TraceIndex(Recording.of(TestTrace.parse(all.split("  ")))), found))
        .isEqualTo(changes);
  }
}
