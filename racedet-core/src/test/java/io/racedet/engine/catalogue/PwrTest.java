package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PwrTest {
  private static final String EXACT = "pwr-ee";
  private static final String LIMITED = "pwr-ee-l";

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  static Stream<LitmusCase> withoutSync() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void pwrEe_litmus_equalsTable(LitmusCase litmus) {
    assertThat(PwrRun.of(EXACT, litmus.trace()).pairs()).isEqualTo(litmus.pairs("PWR"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void pwrEeL_litmus_losesOnlyWhatIsBeyondItsEdges(LitmusCase litmus) {
    SortedSet<Pair> expected = new TreeSet<>(litmus.pairs("PWR"));
    expected.removeIf(pair -> !PwrRun.isWithinEdges(litmus.trace(), pair));
    assertThat(PwrRun.of(LIMITED, litmus.trace()).pairs()).isEqualTo(expected);
  }

  @Test
  void pwrEeL_27WritesInOneThread_losesTheOldest() {
    LitmusCase litmus =
        Litmus.handmade().stream().filter(c -> c.name().equals("p1_27writes")).findFirst().get();
    SortedSet<Pair> expected = litmus.pairs("PWR");
    assertThat(expected).hasSize(27);
    expected.remove(expected.first());
    assertThat(PwrRun.of(LIMITED, litmus.trace()).pairs()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void grade_litmus_observedIffUnorderedByHappensBefore(LitmusCase litmus) {
    SortedSet<Pair> observed = new TreeSet<>(litmus.pairs("PWR"));
    observed.retainAll(new HappensBefore(litmus.trace()).races());
    assertThat(PwrRun.of(EXACT, litmus.trace()).pairs(Grade.OBSERVED)).isEqualTo(observed);
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void pwr_strictRacesOfLitmus_areFound(LitmusCase litmus) {
    SortedSet<Pair> strict = litmus.pairs("strict");
    assertThat(PwrRun.of(EXACT, litmus.trace()).pairs()).containsAll(strict);
    strict.removeIf(pair -> !PwrRun.isWithinEdges(litmus.trace(), pair));
    assertThat(PwrRun.of(LIMITED, litmus.trace()).pairs()).containsAll(strict);
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void pwrL_litmus_subsetOfTheLimited(LitmusCase litmus) {
    assertThat(PwrRun.of(LIMITED, litmus.trace()).pairs())
        .containsAll(PwrRun.of("pwr-l", litmus.trace()).pairs());
  }

  /** The shape of POOL-158: happens-before orders the two accesses whichever thread comes first. */
  @Test
  void readOutsideLock_eitherOrder_isPredicted() {
    String[] evict = {
      "E|acq(pool)|1", "E|rel(pool)|2", "E|r(minIdle)|3", "E|acq(pool)|4", "E|rel(pool)|5"
    };
    String[] setMinIdle = {"S|acq(pool)|6", "S|w(minIdle)|7", "S|rel(pool)|8"};
    assertPredicted(concat(evict, setMinIdle), RaceKind.READ_WRITE, "3", "7");
    assertPredicted(concat(setMinIdle, evict), RaceKind.WRITE_READ, "7", "3");
  }

  private static void assertPredicted(TestTrace trace, RaceKind kind, String... locations) {
    assertThat(new HappensBefore(trace).races()).isEmpty();
    assertThat(PwrRun.of(LIMITED, trace).races())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.engine()).isEqualTo(LIMITED);
              assertThat(race.grade()).isEqualTo(Grade.PREDICTED);
              assertThat(race.kind()).isEqualTo(kind);
              assertThat(race.variable()).isEqualTo("minIdle");
              assertThat(race.first().location()).isEqualTo(locations[0]);
              assertThat(race.second().location()).isEqualTo(locations[1]);
            });
  }

  private static TestTrace concat(String[] first, String[] second) {
    return TestTrace.parse(Stream.of(first, second).flatMap(Stream::of).toArray(String[]::new));
  }

  /**
   * At the acquire of b, T0 learns the section in which T1 has read x, and with it the write in the
   * section of a, which T0 still holds: so T2's release of a comes before, too.
   */
  @Test
  void acquire_ordersSectionsOfLocksHeldBefore_untilNothingChanges() {
    TestTrace trace =
        TestTrace.parse(
            "T2|acq(a)|",
            "T2|w(x)|",
            "T1|acq(b)|",
            "T1|w(q)|",
            "T1|r(x)|",
            "T1|rel(b)|",
            "T2|w(z)|",
            "T2|rel(a)|",
            "T0|r(q)|",
            "T0|acq(a)|",
            "T0|acq(b)|",
            "T0|rel(b)|",
            "T0|rel(a)|",
            "T0|w(z)|");
    assertThat(new PwrRelation(trace).pairs()).doesNotContain(new Pair(7, 14));
    assertThat(PwrRun.of(EXACT, trace).pairs()).isEqualTo(new PwrRelation(trace).pairs());
  }

  @Test
  void lockset_nestedLocks_areNamedInOrderOfAcquisition() {
    Race race =
        PwrRun.of(
                LIMITED,
                TestTrace.parse(
                    "A|acq(outer)|1",
                    "A|acqr(inner)|2",
                    "A|w(x)|3",
                    "A|rel(outer)|4",
                    "A|w(x)|5",
                    "A|relr(inner)|6",
                    "B|r(y)|7",
                    "B|acqr(inner)|8",
                    "B|w(x)|9"))
            .races()
            .get(1);
    assertThat(race.first().lockset()).containsExactly("outer", "inner (shared)");
    assertThat(race.second().lockset()).containsExactly("inner (shared)");
  }

  /** A reader far behind the writer must still wait for the release of the section it read from. */
  @Test
  void sectionHistory_manyLaterSections_stillOrdersAfterItsRelease() {
    TestTrace.Builder trace = new TestTrace.Builder();
    trace.add("A", Op.ACQUIRE, "l").add("A", Op.WRITE, "ready").add("A", Op.WRITE, "data");
    trace.add("A", Op.RELEASE, "l");
    for (int i = 0; i < 1000; i++) {
      trace.add("A", Op.ACQUIRE, "l").add("A", Op.WRITE, "other").add("A", Op.RELEASE, "l");
    }
    trace.add("B", Op.ACQUIRE, "l").add("B", Op.READ, "ready").add("B", Op.RELEASE, "l");
    trace.add("B", Op.READ, "data");
    assertThat(PwrRun.of(EXACT, trace.build()).pairs()).isEmpty();
    assertThat(PwrRun.of(LIMITED, trace.build()).pairs()).isEmpty();
  }

  /**
   * One location in a loop takes one entry of the history, so that it displaces no other location.
   */
  @Test
  void edgeHistory_loopAfterFirstWrite_firstWriteIsFound() {
    TestTrace.Builder trace = new TestTrace.Builder();
    trace.add("A", Op.WRITE, "x", "first");
    for (int i = 0; i < 1000; i++) {
      trace.add("A", Op.WRITE, "x", "loop" + i % 3);
    }
    trace.add("B", Op.WRITE, "x", "other");
    assertThat(PwrRun.of(LIMITED, trace.build()).races())
        .extracting(race -> race.first().location())
        .containsOnly("first", "loop0", "loop1", "loop2")
        .hasSizeLessThanOrEqualTo(5);
  }

  @Test
  void edgeHistory_moreThreadsThanEdges_everyThreadsLastWriteIsFound() {
    TestTrace.Builder trace = new TestTrace.Builder();
    IntStream.range(0, 100).forEach(t -> trace.add("T" + t, Op.WRITE, "x"));
    assertThat(PwrRun.of(LIMITED, trace.build()).pairs()).hasSize(100 * 99 / 2);
  }

  /**
   * The cause of the wake is the notify between release and acquire; an older one orders nothing.
   */
  @Test
  void wake_ofConditionOfLock_isOrderedAfterItsNotifyOnly() {
    TestTrace woken =
        TestTrace.parse(
            "A|acq(l)|1",
            "A|rel(l)|2",
            "B|w(x)|3",
            "B|acq(l)|4",
            "B|notify(l#c)|5",
            "B|rel(l)|6",
            "A|acq(l)|7",
            "A|wake(l#c)|8",
            "A|w(x)|9");
    assertThat(PwrRun.of(EXACT, woken).pairs()).isEmpty();
    TestTrace timedOut =
        TestTrace.parse(
            "B|w(x)|1",
            "B|acq(l)|2",
            "B|notify(l#c)|3",
            "B|rel(l)|4",
            "A|acq(l)|5",
            "A|rel(l)|6",
            "A|acq(l)|7",
            "A|wake(l#c)|8",
            "A|w(x)|9");
    assertThat(PwrRun.of(EXACT, timedOut).pairs()).containsExactly(new Pair(1, 9));
    assertThat(new PwrRelation(timedOut).pairs()).containsExactly(new Pair(1, 9));
  }

  /**
   * The read of p brings in the release of b by J, which brings in the release of a by I, which is
   * what orders K's write: one pass over the held locks is not enough if it looks at a first.
   */
  @ParameterizedTest
  @CsvSource({"a, b", "b, a"})
  void releaseOrder_releaseBringsInAnotherLocksRelease_isFollowed(String first, String second) {
    TestTrace trace =
        TestTrace.parse(
            "K|w(p)|1",
            "K|w(s)|2",
            "I|acq(a)|3",
            "I|w(z)|4",
            "I|r(s)|5",
            "I|rel(a)|6",
            "J|acq(b)|7",
            "J|w(p)|8",
            "J|r(z)|9",
            "J|rel(b)|10",
            "T|acq(" + first + ")|11",
            "T|acq(" + second + ")|12",
            "T|r(p)|13");
    assertThat(new PwrRelation(trace).pairs()).doesNotContain(new Pair(1, 13));
    assertThat(PwrRun.of(EXACT, trace).pairs()).isEqualTo(new PwrRelation(trace).pairs());
  }
}
