package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.history.Locksets;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.RaceKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Eraser, compared with the lockset discipline by its definition. */
class EraserTest {
  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_violatingVariables_areThoseOfTheTable(LitmusCase litmus) {
    String cell = litmus.verdicts().get("eraser_vars");
    Set<String> expected = cell.equals("-") ? Set.of() : Set.copyOf(List.of(cell.split(" ")));
    TestTrace trace = litmus.trace();
    assertThat(names(trace, run(trace))).isEqualTo(new TreeSet<>(expected));
    assertThat(names(trace, new LocksetDiscipline(trace).violations().keySet()))
        .as("by the definition")
        .isEqualTo(new TreeSet<>(expected));
  }

  @Test
  void randomTraces_reports_areThoseOfTheDefinition() {
    Map<String, Integer> seen = new TreeMap<>();
    RandomRuns.checkSome(trace -> assertExact(trace, seen));
    assertThat(seen).as("what occurred").hasSize(9);
    assertThat(seen.values()).as("%s", seen).allMatch(count -> count >= 3);
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_reports_areThoseOfTheDefinition(TestReporter reporter) {
    RandomRuns.checkMany(reporter, trace -> assertExact(trace, new HashMap<>()));
  }

  private static void assertExact(TestTrace trace, Map<String, Integer> seen) {
    LocksetDiscipline discipline = new LocksetDiscipline(trace);
    HappensBefore order = new HappensBefore(trace);
    List<Report> reports = run(trace);
    Map<Integer, Integer> violations =
        reports.stream().collect(Collectors.toMap(Report::variable, r -> (int) r.secondIndex()));
    assertThat(violations).isEqualTo(discipline.violations());
    for (Report report : reports) {
      int second = (int) report.secondIndex();
      int first = discipline.partner(second);
      assertThat(report.firstIndex()).isEqualTo(first);
      boolean ordered = first == 0 || order.order().before(first, second);
      assertThat(report.ordered()).isEqualTo(ordered);
      TraceEvent f = trace.event(second);
      assertThat(report.kind() != RaceKind.WRITE_READ).isEqualTo(f.isWrite());
      count(seen, "no first access", first == 0);
      count(seen, "ordered pair", first != 0 && ordered);
      count(seen, "race", !ordered);
      count(seen, f.op().name(), true);
      if (first != 0) {
        TraceEvent e = trace.event(first);
        assertThat(report.kind() != RaceKind.READ_WRITE).isEqualTo(e.isWrite());
        assertThat(report.isFirstAtomic()).isEqualTo(e.isAtomic());
        count(seen, "not the very last access", !isLastBefore(trace, first, second));
        count(seen, "first one atomic", e.isAtomic());
      }
    }
  }

  private static boolean isLastBefore(TestTrace trace, int first, int second) {
    return trace.events().subList(first, second - 1).stream()
        .noneMatch(e -> e.isAccess() && e.operand() == trace.event(second).operand());
  }

  private static void count(Map<String, Integer> seen, String what, boolean occurs) {
    if (occurs) {
      seen.merge(what, 1, Integer::sum);
    }
  }

  @Test
  void swapOfTwoObjects_isAViolationWithoutARace() {
    // TR section 2.3: the lock of the object changes, always handed over.
    TestTrace trace =
        TestTrace.parse(
            """
            T1|acq(L1)
            T1|w(o1.x)
            T1|rel(L1)
            T2|acq(L1)
            T2|acq(L2)
            T2|rel(L1)
            T2|rel(L2)
            T3|acq(L2)
            T3|w(o1.x)
            T3|rel(L2)
            """);

    List<Report> reports = run(trace);

    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).ordered()).isTrue();
    assertThat(reports.get(0).firstIndex()).isEqualTo(2);
    assertThat(reports.get(0).secondIndex()).isEqualTo(9);
  }

  @Test
  void sharedHold_protectsReadsButNotWrites() {
    assertThat(
            run(
                TestTrace.parse(
                    """
                    T1|acq(l)
                    T1|w(x)
                    T1|rel(l)
                    T2|acqr(l)
                    T2|r(x)
                    T2|relr(l)
                    """)))
        .isEmpty();
    assertThat(
            run(
                TestTrace.parse(
                    """
                    T1|acqr(l)
                    T1|w(x)
                    T1|relr(l)
                    T2|acqr(l)
                    T2|r(x)
                    T2|relr(l)
                    """)))
        .hasSize(1);
  }

  @Test
  void onlyReadsOrOneThread_isNoViolation() {
    assertThat(run(TestTrace.parse("T1|r(x)", "T2|r(x)", "T3|ar(x)", "T1|w(y)", "T1|r(y)")))
        .isEmpty();
  }

  @Test
  void readAfterItsOwnWrites_hasNoFirstAccess() {
    TestTrace trace =
        TestTrace.parse(
            """
            T1|acq(l)
            T1|r(x)
            T1|rel(l)
            T2|acq(l)
            T2|w(x)
            T2|rel(l)
            T2|r(x)
            """);

    List<Report> reports = run(trace);

    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).firstIndex()).isZero();
    assertThat(reports.get(0).ordered()).isTrue();
    assertThat(reports.get(0).kind()).isEqualTo(RaceKind.WRITE_READ);
  }

  @Test
  void atomicAccesses_protectEachOtherButNotFromPlainOnes() {
    assertThat(run(TestTrace.parse("T1|aw(x)", "T2|aw(x)", "T3|ar(x)"))).isEmpty();
    List<Report> reports = run(TestTrace.parse("T1|aw(x)", "T2|aw(x)", "T3|r(x)", "T1|w(x)"));
    assertThat(reports).extracting(Report::firstIndex).containsExactly(2L);
    assertThat(reports).extracting(Report::secondIndex).containsExactly(3L);
  }

  @Test
  void meets_ofManySets_areTheIntersections() {
    Locksets locksets = new Locksets();
    int[] sets = new int[1 << 8];
    for (int bits = 0; bits < sets.length; bits++) {
      sets[bits] = Locksets.EMPTY;
      for (int lock : locks(bits)) {
        sets[bits] = locksets.with(sets[bits], lock);
      }
      assertThat(backwards(locksets, locks(bits))).isEqualTo(sets[bits]);
    }
    assertThat(Arrays.stream(sets).distinct().count()).isEqualTo(sets.length);
    assertThat(sets[0]).isEqualTo(Locksets.EMPTY);
    for (int round = 0; round < 2; round++) {
      for (int a = 0; a < sets.length; a++) {
        assertThat(locksets.meet(sets[a], Locksets.ALL)).isEqualTo(sets[a]);
        assertThat(locksets.meet(Locksets.ALL, sets[a])).isEqualTo(sets[a]);
        for (int b = 0; b < sets.length; b++) {
          assertThat(locksets.meet(sets[a], sets[b])).isEqualTo(sets[a & b]);
        }
      }
    }
  }

  private static int backwards(Locksets locksets, int[] locks) {
    int set = Locksets.EMPTY;
    for (int i = locks.length - 1; i >= 0; i--) {
      set = locksets.with(set, locks[i]);
    }
    return set;
  }

  /** The locks of the bits that are set, each twice. */
  private static int[] locks(int bits) {
    return Stream.iterate(0, bit -> bit + 1)
        .limit(Integer.SIZE)
        .filter(bit -> (bits >>> bit & 1) != 0)
        .flatMapToInt(bit -> IntStream.of(1000 - bit, 1000 - bit))
        .toArray();
  }

  private static List<Report> run(TestTrace trace) {
    return EngineRun.of(Eraser::new, trace).reports();
  }

  private static Set<String> names(TestTrace trace, List<Report> reports) {
    return names(trace, reports.stream().map(Report::variable).toList());
  }

  private static Set<String> names(TestTrace trace, Iterable<Integer> variables) {
    Set<String> names = new TreeSet<>();
    variables.forEach(variable -> names.add(trace.name(Op.Operand.VARIABLE, variable)));
    return names;
  }
}
